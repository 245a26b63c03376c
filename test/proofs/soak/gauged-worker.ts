/** The product's store worker, with a helper that collects its garbage before its heap is read. */
import { BroadcastChannel } from 'node:worker_threads'
import '../../../main/session/store-worker.ts'

const asked = new BroadcastChannel('soak-collect')
// The channel must not keep the worker alive.
asked.unref()
asked.onmessage = () => {
  const { gc } = globalThis
  gc?.()
  gc?.()
}
