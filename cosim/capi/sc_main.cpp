// libsystemc has a `main` that calls `sc_main`, which a program of SystemC brings. A program of C, Python or a simulator has its
// own `main` and nothing of SystemC: then this is what libsystemc finds. It is never called.
extern "C" __attribute__((weak, visibility("default"))) int sc_main(int, char**) { return 1; }
