#include "testbench/run/main_stack.h"

#if defined(__SANITIZE_ADDRESS__)  // gcc
#define TENSIX_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)  // clang
#define TENSIX_ADDRESS_SANITIZER
#endif
#endif
#ifdef TENSIX_ADDRESS_SANITIZER
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace tensix {

void back_on_main_stack() {
#ifdef TENSIX_ADDRESS_SANITIZER
  pthread_attr_t attributes;
  void* bottom = nullptr;
  size_t size = 0;
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getstack(&attributes, &bottom, &size);
  pthread_attr_destroy(&attributes);
  void* fake_stack = nullptr;
  __sanitizer_start_switch_fiber(&fake_stack, bottom, size);
  __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
}

}  // namespace tensix
