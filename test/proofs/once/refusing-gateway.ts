/**
 * A gateway that refuses the workstation's certificate as TLS 1.3 does: the handshake is complete
 * for the client before the refusal arrives, so a request may have been written by then.
 */
import { createServer } from 'node:https'
import { makePracticePki } from '../../../main/practice/practice-pki.ts'
import { listen } from '../../../main/practice/control-server.ts'

export interface RefusingGateway {
  readonly port: number
  /** The root of its own certificate, PEM. */
  readonly ca: string
  close(): void
}

/** Opens the gateway. It trusts only clients of a root that nobody uses. */
export async function openRefusingGateway(): Promise<RefusingGateway> {
  const [own, nobodys] = await Promise.all([
    makePracticePki(new Date()),
    makePracticePki(new Date()),
  ])
  const server = createServer({
    cert: own.server.chain,
    key: own.server.privateKey,
    ca: nobodys.root,
    requestCert: true,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.3',
  })
  server.on('tlsClientError', () => undefined)
  return { port: await listen(server, 0), ca: own.root, close: () => void server.close() }
}
