/** The channel of a program to the workstation that started it. */

interface ParentPort {
  postMessage(message: unknown): void
  on(name: 'message', listener: (event: { readonly data: unknown }) => void): void
}

export interface ParentChannel {
  post(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
}

/**
 * Returns Electron's channel in a utility process, Node's in a child process; null for a program
 * that was started alone.
 */
export function parentChannel(): ParentChannel | null {
  const { parentPort } = process as { parentPort?: ParentPort }
  if (parentPort)
    return {
      post: (message) => parentPort.postMessage(message),
      onMessage: (listener) => parentPort.on('message', ({ data }) => listener(data)),
    }
  if (!process.connected) return null
  return {
    // Without the callback, a parent that is already gone would cause an uncaught error.
    post: (message) => void process.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => void process.on('message', listener),
  }
}
