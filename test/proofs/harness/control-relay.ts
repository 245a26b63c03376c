/**
 * A relay in front of a practice bank's control server: passes everything on, but replaces the
 * bank's address by that of the line.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { request } from 'undici'
import { listen } from '../../../main/practice/control-server.ts'
import type { Enrolment } from '../../../main/practice/enrolment.ts'

export interface ControlRelay {
  /** The address that the workstation is started with. */
  readonly controlUrl: string
  close(): void
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Opens a relay for a control address; `changed` returns the enrolment to report. */
export async function openControlRelay(
  controlUrl: string,
  changed: (enrolment: Enrolment) => Enrolment,
): Promise<ControlRelay> {
  const { origin, hash } = new URL(controlUrl)
  const pass = async (incoming: IncomingMessage): Promise<{ status: number; text: string }> => {
    const body = await bodyOf(incoming)
    const { statusCode: status, body: answered } = await request(
      `${origin}${incoming.url ?? '/'}`,
      {
        method: incoming.method as 'GET' | 'POST',
        headers: {
          authorization: incoming.headers.authorization ?? '',
          'content-type': 'application/json',
        },
        body: body.length > 0 ? body : null,
      },
    )
    const text = await answered.text()
    if (incoming.url !== '/enrolment' || status !== 200) return { status, text }
    return { status, text: JSON.stringify(changed(JSON.parse(text) as Enrolment)) }
  }
  const server = createServer((incoming, response) => {
    pass(incoming).then(
      ({ status, text }) => response.writeHead(status).end(text),
      () => response.destroy(),
    )
  })
  const port = await listen(server, 0)
  return {
    controlUrl: `http://127.0.0.1:${String(port)}/${hash}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
