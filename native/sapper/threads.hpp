// Work on several threads.
#pragma once

#include <cstddef>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace sapper {

// Calls work(share) for share 0 .. workers - 1, each on its own thread. Shares for which no thread
// can be started run on this one. Once all are done, the first exception is rethrown.
template <class Work>
void run_on_threads(int workers, Work&& work) {
    if (workers < 1)
        throw std::invalid_argument("expected at least 1 worker, got " + std::to_string(workers));
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
