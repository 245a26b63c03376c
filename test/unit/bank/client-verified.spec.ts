/**
 * With TLS 1.3 a bank refuses a client certificate only after the handshake is over for the client.
 * Before the first byte of a payment the client waits for that.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect as connectTcp, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createServer as createTlsServer, type SecureVersion } from 'node:tls'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { paymentVocabulary } from '../../../main/bank/answers/classification.ts'
import { faultOf } from '../../../main/bank/answers/faults.ts'
import { mutualTlsConnector } from '../../../main/bank/client/connector.ts'
import { ownConnector } from '../../../main/bank/client/own-socket.ts'
import { closeBanksAfterEach, openBank, readRequest } from './support/open-bank.ts'
import { json, type RealBank } from './support/real-bank.ts'
import { makeTestPki, type TestPki } from './support/test-pki.ts'

closeBanksAfterEach()

let pki: TestPki
let stranger: TestPki
beforeAll(async () => {
  pki = await makeTestPki()
  stranger = await makeTestPki()
})

const pay = {
  ...readRequest,
  method: 'POST',
  path: '/pay',
  body: '{"transferAmount":1.10}',
  lane: 'initiation',
  purpose: 'payment-initiate',
} as const

/** Returns why a connection for a payment did not come about; null: it did. */
function connected(port: number, client: TestPki): Promise<Error | null> {
  const connection = { ca: pki.ca, certificateChain: client.certificate, privateKey: client.key }
  const transit = { handshakeStarted: () => () => undefined }
  const { connect } = ownConnector(mutualTlsConnector(connection, transit))
  const options = { hostname: 'localhost', port: String(port), protocol: 'https:' }
  return new Promise((resolve) => {
    connect(options, (...[error, socket]) => {
      if (socket) onTestFinished(() => void socket.destroy())
      resolve(error)
    })
  })
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** OpenSSL's own server: it verifies while it reads, and says by an alert why it refuses. */
async function startOpenssl(...more: readonly string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'tls-server-'))
  const files = { ca: pki.ca, cert: pki.certificate, key: pki.key }
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, `${name}.pem`), text)
  const port = await freePort()
  const certificates = ['-cert', 'cert.pem', '-key', 'key.pem', '-CAfile', 'ca.pem']
  const verifying = ['-Verify', '2', '-verify_return_error', '-quiet']
  const server = spawn(
    'openssl',
    ['s_server', '-accept', String(port), ...certificates, ...verifying, ...more],
    { cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] },
  )
  onTestFinished(async () => {
    server.kill()
    await rm(folder, { recursive: true, force: true })
  })
  while (!(await isOpen(port))) await pause(10)
  return port
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTcp(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** A server that sends an answer before it was asked anything. */
async function startSpeaking(): Promise<number> {
  const { ca, certificate: cert, key } = pki
  const server = createTlsServer({ ca, cert, key, requestCert: true }, (socket) => {
    socket.on('error', () => undefined)
    socket.write('HTTP/1.1 408 Timeout\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** From now on the bank takes clients of this root, with this version of TLS. */
function trust(bank: RealBank, { ca }: TestPki, maxVersion: SecureVersion): void {
  const { certificate: cert, key } = bank.pki
  bank.server.setSecureContext({ ca, cert, key, maxVersion })
}

describe('a bank that refuses the certificate of a payment', () => {
  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'with %s gets none of it: it is not sent',
    async (version) => {
      const bank = await openBank()
      trust(bank, bank.pki, version)
      await bank.client.checkToken()
      bank.reply = (_, response) => json(response, 200, { status: 'IN_PROCESS' })
      expect(await bank.client.move(pay, paymentVocabulary)).toMatchObject({ verdict: 'accepted' })
      trust(bank, stranger, version)
      expect(await bank.client.move(pay, paymentVocabulary)).toMatchObject({ kind: 'not-sent' })
      expect(bank.calls).toHaveLength(1)
    },
  )

  it.each([[['-tls1_3']], [['-tls1_3', '-num_tickets', '0']]])(
    'by an alert after the handshake is named as what it is (OpenSSL %j)',
    async (how) => {
      const port = await startOpenssl(...how)
      expect(faultOf(await connected(port, stranger)).code).toBe('client-certificate-refused')
    },
  )
})

describe('a bank that takes the certificate', () => {
  it.each([[['-tls1_3']], [['-num_tickets', '0']], [['-tls1_2']]])(
    'is sent to, whether it sends tickets or not (OpenSSL %j)',
    async (how) => {
      expect(await connected(await startOpenssl(...how), pki)).toBeNull()
    },
  )

  it('is not sent to where it speaks first', async () => {
    const port = await startSpeaking()
    expect(await connected(port, pki)).toMatchObject({
      message: 'the bank sent bytes before anything was written',
    })
  })
})
