// Runs long work of the core without the GIL, interruptible by Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

// Runs `work(stop)` on a separate thread while this one watches for Ctrl-C. Every 50 milliseconds
// `look()` is called with the GIL held; it returns false, with a Python error set, to stop the
// work.
template <class Work, class Look>
void run_interruptibly(Work&& work, Look&& look) {
    std::atomic<bool> stop{false};
    std::exception_ptr failure;
    std::mutex mutex;
    std::condition_variable finished;
    bool is_done = false;
    std::thread worker([&] {
        try {
            work(stop);
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        is_done = true;
        finished.notify_one();
    });
    bool is_interrupted = false;
    {
        nanobind::gil_scoped_release release;
        std::unique_lock lock(mutex);
        while (!finished.wait_for(lock, std::chrono::milliseconds(50), [&] { return is_done; })) {
            lock.unlock();
            {
                nanobind::gil_scoped_acquire acquire;
                is_interrupted = is_interrupted || PyErr_CheckSignals() != 0 || !look();
            }
            if (is_interrupted) stop = true;
            lock.lock();
        }
    }
    worker.join();
    if (is_interrupted) throw nanobind::python_error();
    if (failure) std::rethrow_exception(failure);
}

template <class Work>
void run_interruptibly(Work&& work) {
    run_interruptibly(work, [] { return true; });
}
