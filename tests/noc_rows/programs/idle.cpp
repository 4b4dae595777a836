// Of a tile that others read and write.
void kernel_main() {}
