/** A real mutual-TLS server with a real client, for one test. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createBankClient, type BankClient } from '../../../../main/bank/bank-client.ts'
import type { BankCallRecord } from '../../../../main/bank/call-record.ts'
import type { BankConnection } from '../../../../main/bank/connection.ts'
import { openRateBudget, type RateBudget } from '../../../../main/bank/client/budget/rate-budget.ts'
import { systemClock } from '../../../../main/platform/clock.ts'
import { MemoryOfTest } from './rate-memory.ts'
import { makeTestPki, type TestPki } from './test-pki.ts'

/** A request as the server received it. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type Reply = (request: Received, response: ServerResponse) => void

/** Answers with JSON. */
export const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'x-correlationid': 'c-1' })
  response.end(JSON.stringify(body))
}

/** The server, its received requests, and its client. */
export class RealBank {
  readonly received: Received[] = []
  readonly records: BankCallRecord[] = []
  readonly server: Server
  readonly pki: TestPki
  #save: (call: BankCallRecord) => Promise<void> = () => Promise.resolve()
  client!: BankClient
  budget!: RateBudget
  /** Answers the token call unless it is replaced; counts the tokens it issued. */
  token: Reply = (_, response) => {
    json(response, 200, { access_token: `token-${this.tokens.length}`, expires_in: '86399' })
  }
  reply: Reply = (_, response) => json(response, 200, {})

  private constructor(pki: TestPki) {
    this.pki = pki
    const { ca, certificate: cert, key } = pki
    this.server = createServer({ ca, cert, key, requestCert: true, rejectUnauthorized: true })
    this.server.on('request', (request, response) => void this.#answer(request, response))
  }

  /**
   * Opens a server and a client that trusts it; `change` may damage the client's side, `save` may
   * store its records.
   */
  static async open(
    change: (connection: BankConnection) => BankConnection = (same) => same,
    host = 'localhost',
    save: (call: BankCallRecord) => Promise<void> = () => Promise.resolve(),
  ): Promise<RealBank> {
    const bank = new RealBank(await makeTestPki(host))
    bank.#save = save
    await new Promise<void>((listening) => bank.server.listen(0, '127.0.0.1', listening))
    await bank.#connect(change)
    return bank
  }

  get tokens(): Received[] {
    return this.received.filter(({ path }) => path.startsWith('/oauth/'))
  }

  get calls(): Received[] {
    return this.received.filter(({ path }) => !path.startsWith('/oauth/'))
  }

  /**
   * Accepts no further connection and ends the open ones, and waits until the client has noticed.
   */
  async hangUp(): Promise<void> {
    const closed = once(this.server, 'close')
    this.server.close()
    this.server.closeAllConnections()
    await closed
    // Each turn reads the data that has arrived on a socket; an end takes a few turns through TLS.
    for (let turn = 0; turn < 20; turn += 1) await nextTurn()
  }

  async close(): Promise<void> {
    this.budget.close()
    this.server.closeAllConnections()
    this.server.close()
    await this.client.close()
  }

  async #connect(change: (connection: BankConnection) => BankConnection): Promise<void> {
    const { port } = this.server.address() as AddressInfo
    this.budget = await openRateBudget({
      clock: systemClock,
      memory: new MemoryOfTest(),
      share: 50,
    })
    this.client = createBankClient({
      connection: change({
        baseUrl: `https://localhost:${port}`,
        ca: this.pki.ca,
        certificateChain: this.pki.certificate,
        privateKey: this.pki.key,
        consumerKey: 'consumer-key-1',
        consumerSecret: 'consumer-secret-1',
        clientId: 'client-id-1',
        clientSecret: 'client-secret-1',
      }),
      budget: this.budget,
      clock: systemClock,
      newId: randomUUID,
      record: (call) => {
        this.records.push(call)
        return this.#save(call)
      },
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const { method = '', url: path = '', headers } = request
    const received = { method, path, headers, body: Buffer.concat(pieces).toString() }
    this.received.push(received)
    if (path.startsWith('/oauth/')) this.token(received, response)
    else this.reply(received, response)
  }
}
