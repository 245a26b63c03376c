/** The product's store worker, and beside it somebody who collects its garbage before its heap is read. */
import { BroadcastChannel } from 'node:worker_threads'
import '../../../main/session/store-worker.ts'

const asked = new BroadcastChannel('soak-collect')
// It keeps no worker alive.
asked.unref()
asked.onmessage = () => {
  const { gc } = globalThis
  gc?.()
  gc?.()
}
