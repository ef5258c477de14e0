// Work on several threads.
#pragma once

#include <cstddef>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <vector>

namespace sapper {

// Calls work(share) for share 0 .. workers - 1, each on a thread of its own; where no more threads
// are to be had, the rest is done on this one. Once all are done the first failure is thrown.
template <class Work>
void share_out(int workers, Work&& work) {
    if (workers < 1) throw std::invalid_argument("expected a worker");
    const auto shares = static_cast<std::size_t>(workers);
    std::exception_ptr failure;
    std::mutex failing;
    const auto guarded = [&](std::size_t share) {
        try {
            work(share);
        } catch (...) {
            const std::lock_guard lock(failing);
            if (!failure) failure = std::current_exception();
        }
    };
    std::vector<std::thread> threads;
    std::size_t share = 1;
    try {
        for (; share < shares; ++share) threads.emplace_back(guarded, share);
    } catch (const std::system_error&) {
    }
    guarded(0);
    for (; share < shares; ++share) guarded(share);
    for (std::thread& thread : threads) thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace sapper
