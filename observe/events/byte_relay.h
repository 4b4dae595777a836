// Bytes that one thread writes and another takes, in a handful of large buffers: who writes waits while none is empty. Each goes on
// when there is work for a while (half of the buffers), as to be woken costs some microseconds. Where the process may use one
// processor only, or a thread cannot be had, they are taken where they are written. No SystemC.
#pragma once
#include <array>
#include <boost/container/vector.hpp>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace tensix {

enum class relay_thread : uint8_t {
  none,         // the writer's
  if_worth_it,  // one of its own, if there is a processor for it
  always        // if it can be had
};

class byte_relay {
 public:
  using buffer = boost::container::vector<uint8_t>;  // all of one size, and not cleared
  // What stands before `end` of a buffer; it may keep it if it leaves another.
  using taker = std::function<void(buffer&, size_t end)>;

  byte_relay(relay_thread how, size_t bytes, taker take);
  // What was handed on is taken before; what take() throws then is lost.
  ~byte_relay();
  byte_relay(const byte_relay&) = delete;
  byte_relay& operator=(const byte_relay&) = delete;

  bool has_thread() const { return thread_.joinable(); }
  // The one to write to, until hand_on().
  buffer& now() { return buffers_[has_thread() ? handed_on_ % buffer_count : 0]; }
  // What stands before `end` of it is to be taken. Throws what take() has thrown.
  void hand_on(size_t end);
  // Waits until all have been. Throws likewise.
  void settle();

 private:
  static constexpr size_t buffer_count = 4, worth_waking = buffer_count / 2;
  const taker take_;
  std::array<buffer, buffer_count> buffers_;
  std::array<size_t, buffer_count> filled_ = {};
  std::mutex mutex_;
  std::condition_variable work_, room_;
  uint64_t handed_on_ = 0, taken_ = 0;  // buffers, in turn
  bool all_wanted_ = false, over_ = false;
  std::exception_ptr thrown_;
  std::thread thread_;  // the last: it uses the others

  void start();
  void run();
  void take_one(uint64_t number);
  void wait_for_at_most(std::unique_lock<std::mutex>& lock, uint64_t not_taken);
};

}  // namespace tensix
