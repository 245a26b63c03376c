/**
 * Gives `vi.waitFor` at least the time of `expect.poll`: what is waited for comes for certain, and
 * the second of Vitest is too short for a busy machine.
 */
import { vi } from 'vitest'

const patientMs = 15_000
const { waitFor } = vi
// Files that share a process share `vi`.
if (waitFor.name !== 'patientWaitFor')
  vi.waitFor = function patientWaitFor(callback, options) {
    const given = typeof options === 'number' ? { timeout: options } : options
    return waitFor(callback, { ...given, timeout: Math.max(patientMs, given?.timeout ?? 0) })
  }
