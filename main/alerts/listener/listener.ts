/**
 * The HTTPS server for the bank's alerts: TLS 1.2 at least, Basic credentials checked before the
 * body is read, and limits on every value that a sender controls (bank document 1, Delivery).
 */
import { createServer, type Server } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { RequestListener, ServerResponse } from 'node:http'
import type { DropArgument, Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { alertPath } from '../../../preload/contract/api/alerts/listener.ts'
import { acceptedCodings, createDecompress, type Decompress } from './compressed-body.ts'
import { longestBodyBytes } from '../split-delivery.ts'
import { notStored, type DeliveryAnswer } from './delivery.ts'
import {
  createGate,
  isDelivery,
  isPostToWrongPath,
  mayBeDelivery,
  probeHeader,
  rejections,
  type Gate,
  type ListenerCertificate,
  type ListenerOptions,
} from './listener-gate.ts'
import { createConnectionSlots, mostConnections, type ConnectionSlots } from './connection-slots.ts'
import { endAfterAnswer, rejectWith, type Rejection } from './reject.ts'
import { createPermittedCheck, plainAddress, type PermittedCheck } from './permitted-addresses.ts'

/** The settings that can change while the server listens. */
export type Admission = Pick<ListenerOptions, 'certificate' | 'credentials' | 'permitted'>

/** A listening server. */
export interface Listener {
  /** `https://host:port/alerts`. */
  readonly address: string
  readonly port: number
  /**
   * Uses other credentials and addresses from the next request on, and another certificate from the
   * next connection on; no connection is closed for it. Throws when the certificate cannot be used:
   * the previous one stays.
   */
  admit(next: Admission): void
  /** Accepts no new connection; requests in progress are answered within five seconds at most. */
  close(): Promise<void>
}

/** Limits on values that a sender controls; Node's own defaults are minutes. */
const limits = {
  headersTimeout: 5000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1000,
  handshakeTimeout: 5000,
  // Longer than most senders keep an idle connection: closing one during a POST may cost an alert.
  keepAliveTimeout: 75_000,
  maxHeaderSize: 8192,
  // Node would answer 400 itself, which no gate counts.
  requireHostHeader: false,
} as const
const mostHeaders = 100
const mostRequestsOfAConnection = 1000
const closeWithinMs = 5000

/** The shared state of one listener. */
interface ListenerState {
  readonly options: ListenerOptions
  readonly slots: ConnectionSlots
  readonly decompress: Decompress
  gate: Gate
  isPermitted: PermittedCheck
  isClosing: boolean
}

/** Starts to listen. Rejects with the system's error if it cannot. */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  // Imported here, so that the start of the program does not wait for it.
  const { fastify } = await import('fastify')
  const state = stateOf(options)
  let server: Server | undefined
  const app = fastify({
    // Every request goes to the one route: the gate checks its real target.
    rewriteUrl: () => alertPath,
    bodyLimit: longestBodyBytes,
    serverFactory: (handler) => (server = serverOf(state, handler)),
    clientErrorHandler: (problem, socket) => answerBroken(state, problem, socket),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', (request, reply, done) => judge(state, request, reply, done))
  app.post(alertPath, (request, reply) => save(state, request, reply))
  app.setErrorHandler((problem, _request, reply) => answerProblem(state, problem, reply))
  await app.ready()
  if (!server) throw new Error('Fastify asked for no server')
  // An IPv6 address may be entered in brackets, as in a URL.
  const host = options.host.replace(/^\[(.*)\]$/, '$1')
  const listening = server
  const port = await listen(listening, host, options.port)
  // An error of one connection, such as a lack of file handles, must not end the server.
  server.on('error', () => options.refused('busy', null))
  return {
    port,
    address: `https://${host.includes(':') ? `[${host}]` : host}:${port}${alertPath}`,
    admit: (next) => admit(state, listening, next),
    close: () => close(state, app, server),
  }
}

function stateOf(options: ListenerOptions): ListenerState {
  const slots = createConnectionSlots({
    answerBusy: (response) => answerBusy(state, response),
    cut: (from) => options.refused('busy', plainAddress(from)),
    isPermitted: (from) => state.isPermitted(from),
  })
  const isPermitted = createPermittedCheck(options.permitted)
  const state: ListenerState = {
    options,
    slots,
    decompress: createDecompress(),
    gate: createGate(options),
    isPermitted,
    isClosing: false,
  }
  return state
}

function admit(state: ListenerState, server: Server, next: Admission): void {
  state.gate = createGate({ ...state.options, ...next })
  state.isPermitted = createPermittedCheck(next.permitted)
  const context = secureContextOf(next.certificate)
  // Created once beforehand, so that the server never applies half of an unusable certificate.
  createSecureContext(context)
  server.setSecureContext(context)
}

const secureContextOf = ({ chain: cert, privateKey: key }: ListenerCertificate) =>
  ({ minVersion: 'TLSv1.2', cert, key }) as const

function serverOf({ slots, options }: ListenerState, handler: RequestListener): Server {
  const bounds = { ...limits, keepAliveTimeout: options.idleMs ?? limits.keepAliveTimeout }
  const server = createServer({ ...bounds, ...secureContextOf(options.certificate) }, handler)
  server.maxConnections = mostConnections
  server.maxHeadersCount = mostHeaders
  server.maxRequestsPerSocket = mostRequestsOfAConnection
  server.on('connection', (socket: Socket) => slots.arrived(socket))
  server.on('secureConnection', (socket: Socket) => slots.secured(socket))
  server.on('drop', (dropped?: DropArgument) =>
    options.refused('busy', plainAddress(dropped?.remoteAddress)),
  )
  // No sender receives `100 Continue` before the gate has let it in; see `judge`.
  server.on('checkContinue', handler)
  server.on('checkExpectation', handler)
  return server
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('No port'))
      else resolve(address.port)
    })
  })
}

async function close(
  state: ListenerState,
  app: FastifyInstance,
  server: Server | undefined,
): Promise<void> {
  state.isClosing = true
  const closed = new Promise((resolve) => server?.close(resolve))
  state.slots.endUnused()
  const cut = setTimeout(() => state.slots.endAll(), closeWithinMs)
  await closed
  clearTimeout(cut)
  await app.close()
}

/** Runs before a byte of the body is read. */
function judge(
  state: ListenerState,
  { raw: request, originalUrl }: FastifyRequest,
  reply: FastifyReply,
  pass: () => void,
): void {
  const { slots } = state
  const { socket } = request
  if (!slots.isFree(socket)) {
    // Sent behind a request in progress or a rejected one: not processed.
    reply.hijack()
    endAfterAnswer(slots, socket)
    return
  }
  const verdict = state.gate(request, originalUrl)
  if (verdict.kind === 'rejected') {
    reply.hijack()
    // A POST with valid credentials to another path is the bank, which does not try again.
    const isMeant = isDelivery(request, originalUrl) || isPostToWrongPath(request, verdict)
    rejectRequest(state, verdict, reply.raw, isMeant)
    return
  }
  if (verdict.kind === 'own-probe') {
    void reply
      .code(204)
      .headers({ [probeHeader]: state.options.workstation ?? 'here', connection: 'close' })
      .send()
    return
  }
  if (!slots.letIn(socket, reply.raw)) return void reply.hijack()
  reply.raw.once('close', () => slots.answered(socket, reply.raw))
  // Fastify rejects media types that it cannot parse; here the bytes count, whatever their type.
  delete request.headers['content-type']
  if (request.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue()
  pass()
}

async function save(
  state: ListenerState,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { options, slots } = state
  const { socket } = request.raw
  slots.complete(socket)
  const remote = plainAddress(socket.remoteAddress)
  const sent = Buffer.isBuffer(request.body) ? request.body : new Uint8Array()
  const body = await state.decompress(request.raw, sent)
  // The intake never rejects; if it did, the bank would deliver again.
  const answer = await options.accept({ remote, ...body }).catch((): DeliveryAnswer => notStored)
  if (answer.status === 503) options.refused('not-stored', remote)
  else options.received(answer)
  // Stored, and yet a gap: the events in it must be queried.
  if (answer.status === 413) options.refused('too-large', remote, true)
  if (state.isClosing) void reply.header('connection', 'close')
  if (answer.status === 415) void reply.header('accept-encoding', acceptedCodings)
  return reply.code(answer.status).type('application/json').send(answer.body)
}

function rejectRequest(
  state: ListenerState,
  why: Rejection,
  response: ServerResponse,
  isMeant = false,
): void {
  const { socket } = response.req
  state.options.refused(why.refusal, plainAddress(socket.remoteAddress), isMeant)
  rejectWith(state.slots, response, why)
}

/** A sender that the gate has let in, and whose slot is needed. */
const answerBusy = (state: ListenerState, response: ServerResponse): void =>
  rejectRequest(state, rejections.busy, response, true)

function answerProblem(state: ListenerState, problem: unknown, reply: FastifyReply): void {
  reply.hijack()
  if (reply.raw.req.socket.destroyed) return
  const isTooLarge = (problem as { statusCode?: number }).statusCode === 413
  rejectRequest(state, rejections[isTooLarge ? 'tooLarge' : 'unreadable'], reply.raw, true)
}

/**
 * Answers a request that is not HTTP, or not complete in time. With 503, whatever is wrong: a 4xx
 * would lose the alert, and also the one whose sender opened this connection before it had it.
 */
function answerBroken(state: ListenerState, problem: UnreadableRequest, socket: Socket): void {
  const { slots, options } = state
  const stage = slots.stageOf(socket)
  const underWay = slots.responseOf(socket)
  // Bytes after a complete delivery are no reason to leave the delivery unanswered.
  if (underWay?.req.complete === true && !underWay.writableEnded) {
    endAfterAnswer(slots, socket)
    return
  }
  const isLate = problem.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const isHttp = isLate || problem.code?.startsWith('HPE_') === true
  const isUnderWay = stage === 'sending'
  if (stage === undefined || stage === 'leaving' || (!isHttp && !isUnderWay)) {
    socket.destroy()
    return
  }
  if (isLate && isUnderWay && underWay) {
    rejectRequest(state, rejections.unreadable, underWay, true)
    return
  }
  const isLetIn = isUnderWay || stage === 'idle'
  const { rawPacket } = problem
  const last = rawPacket instanceof Uint8Array ? rawPacket : undefined
  const isMeant = isLetIn || mayBeDelivery(socket.bytesRead, last)
  const { refusal } = rejections.unreadable
  if (socket.bytesRead > 0) options.refused(refusal, plainAddress(socket.remoteAddress), isMeant)
  slots.rejected(socket)
  socket.write('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  socket.destroySoon()
}

/** Node's error for a request that it could not read; `rawPacket` is a buffer, or missing. */
type UnreadableRequest = NodeJS.ErrnoException & { readonly rawPacket?: unknown }
