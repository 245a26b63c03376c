/** Starts the keychain process in plain Node, for tests, proofs and programs without a window. */
import { fork } from 'node:child_process'
import { environmentOf, type KeychainLauncher } from '../keychain-launcher.ts'

/**
 * Returns the launcher for plain Node. `entry` is keychain-process.ts in the source or
 * dist/main/keychain.js.
 */
export const launchKeychainInNode =
  (entry: string, env: NodeJS.ProcessEnv = process.env): KeychainLauncher =>
  () => {
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
    const child = fork(entry, [], { execArgv: [], stdio: [...stdio], env: environmentOf(env) })
    return {
      // A failed send means that the process is ending: its exit event reports it.
      post: (message) => void child.send(message, () => undefined),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) =>
        void child
          .once('exit', (code, signal) => listener(signal ?? `code ${String(code)}`))
          .once('error', (problem) => listener(problem.message)),
      kill: () => void child.kill('SIGKILL'),
    }
  }
