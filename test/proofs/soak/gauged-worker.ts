/** The product's store worker, with a helper that collects its garbage before its heap is read. */
import { BroadcastChannel } from 'node:worker_threads'
import '../../../main/session/store-worker.ts'

const requested = new BroadcastChannel('soak-collect')
// The channel must not keep the worker alive.
requested.unref()
requested.onmessage = () => {
  const { gc } = globalThis
  gc?.()
  gc?.()
}
