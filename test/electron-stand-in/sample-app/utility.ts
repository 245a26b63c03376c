/** The sample's utility process. */
import { getHeapStatistics } from 'node:v8'

export type Requested =
  | { readonly kind: 'echo'; readonly value: unknown }
  | { readonly kind: 'port' }
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'fill' }

const { parentPort } = process

parentPort.on('message', ({ data, ports }) => {
  const request = data as Requested
  switch (request.kind) {
    case 'echo':
      parentPort.postMessage({
        value: request.value,
        argument: process.argv[2],
        word: process.env['SAMPLE_WORD'],
        type: process.type,
        pid: process.pid,
        hasSend: 'send' in process,
        heapMegabytes: getHeapStatistics().heap_size_limit / 2 ** 20,
      })
      break
    case 'port': {
      const [port] = ports
      port?.on('message', (event) => port.postMessage({ received: event.data as unknown }))
      port?.start()
      break
    }
    case 'exit':
      process.exit(request.code)
    case 'fill':
      for (const filled: number[][] = []; ;) filled.push(new Array<number>(1e7).fill(1))
  }
})
