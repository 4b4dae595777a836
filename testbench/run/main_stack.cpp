// SPDX-License-Identifier: Apache-2.0
#include "testbench/run/main_stack.h"

#include "models/time/stack_switch.h"

#ifdef TENSIX_ADDRESS_SANITIZER
#include <pthread.h>
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
  stack_switch(bottom, size).back();
#endif
}

}  // namespace tensix
