/** The keychain process as its launcher provides it. */
import type { KeychainRequest } from './keychain/keychain-protocol.ts'

/** A keychain process, the same for Node's child process and Electron's utility process. */
export interface KeychainProcess {
  post(message: KeychainRequest): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, when the process has ended or could not start, with the way it ended. */
  onExit(listener: (how: string) => void): void
  /** Ends the process at once, even during a call. */
  kill(): void
}

export type KeychainLauncher = () => KeychainProcess

/**
 * Returns the keychain process's environment: the given one without a language, so that messages
 * are those classify.ts knows.
 */
export const environmentOf = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  LC_ALL: 'C.UTF-8',
  LANGUAGE: 'C',
})
