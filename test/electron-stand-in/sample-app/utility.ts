/** The sample's utility process. */

export type Requested =
  | { readonly kind: 'echo'; readonly value: unknown }
  | { readonly kind: 'port' }
  | { readonly kind: 'exit'; readonly code: number }

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
  }
})
