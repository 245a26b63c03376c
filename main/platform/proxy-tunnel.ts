/**
 * Opens a way to a host through an HTTP proxy (RFC 9110, 9.3.6). TLS with the host begins inside, so
 * the proxy sees host, port and its own credentials, and nothing of a request.
 */
import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import type { ProxyAddress } from '../../preload/contract/api/profiles/profile-details.ts'
import type { ProxyFailure } from '../../preload/contract/bank/answers/call-failure.ts'
import { basicAuthorization } from './basic-authorization.ts'

export type { ProxyAddress }

/** A proxy, and what Basic authentication there needs. */
export interface ProxyAccess extends ProxyAddress {
  readonly credentials?: { readonly userName: string; readonly password: string } | undefined
}

/** Why there is no way through the proxy. Nothing but the CONNECT request was written. */
export class ProxyError extends Error {
  readonly failure: ProxyFailure
  /** Status of the proxy; null without a readable answer. */
  readonly status: number | null
  /** The sign-ins that a 407 offers. */
  readonly schemes: readonly string[]

  constructor(
    failure: ProxyFailure,
    message: string,
    given: { readonly status?: number; readonly schemes?: readonly string[] } = {},
  ) {
    super(message)
    this.failure = failure
    this.status = given.status ?? null
    this.schemes = given.schemes ?? []
  }
}

/**
 * Before the next address of a name is tried. Node's quarter of a second gives up on a slow network,
 * where a lost first packet is repeated after a second.
 */
export const nextAddressMs = 1_500

/** Proxies answer with a few hundred bytes; more than this is no answer to a CONNECT. */
const mostHeadBytes = 16_384

/** A host without the brackets of an IPv6 address. */
export const bareHost = (host: string): string => host.replaceAll(/^\[|\]$/g, '')

/** Host and port as one text, an IPv6 address in brackets. */
export const authorityOf = ({ host, port }: ProxyAddress): string =>
  `${isIP(host) === 6 ? `[${host}]` : host}:${String(port)}`

/**
 * Resolves to a socket on which the host is the next to speak to. Rejects with a ProxyError; the
 * signal ends the attempt.
 */
export async function openTunnel(
  proxy: ProxyAccess,
  target: ProxyAddress,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = connect({
    host: bareHost(proxy.host),
    port: proxy.port,
    autoSelectFamilyAttemptTimeout: nextAddressMs,
  })
  // Stays for the socket's life: an error after the tunnel is open also reaches the TLS socket.
  socket.on('error', () => undefined)
  try {
    await connected(socket, signal)
    socket.setKeepAlive(true, 60_000).setNoDelay(true)
    socket.write(headOf(proxy, target))
    checkReply(await readHead(socket, signal), proxy)
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

async function connected(socket: Socket, signal: AbortSignal): Promise<void> {
  try {
    await once(socket, 'connect', { signal })
  } catch (error) {
    const why = signal.aborted ? 'no connection in time' : textOf(error)
    throw new ProxyError('proxy-unreachable', `the proxy was not reached: ${why}`)
  }
}

function headOf({ credentials }: ProxyAccess, target: ProxyAddress): string {
  const authority = authorityOf(target)
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`]
  if (credentials) {
    const { userName, password } = credentials
    lines.push(`Proxy-Authorization: ${basicAuthorization(userName, password)}`)
  }
  return [...lines, '', ''].join('\r\n')
}

/** Resolves to the head of the answer without its empty line. */
function readHead(socket: Socket, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const over = (error: ProxyError | null, head = ''): void => {
      socket.pause()
      for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener)
      signal.removeEventListener('abort', late)
      if (error) reject(error)
      else resolve(head)
    }
    const noAnswer = (why: string) => (): void =>
      over(new ProxyError('proxy-no-answer', `the proxy ${why}`))
    const unusable = (why: string): void =>
      over(new ProxyError('proxy-answer-unusable', `the proxy's answer ${why}`))
    const late = noAnswer('did not answer in time')
    const listeners = {
      data(chunk: Buffer): void {
        received = Buffer.concat([received, chunk])
        const end = received.indexOf('\r\n\r\n')
        if (end === -1 && received.length <= mostHeadBytes) return
        const head = received.toString('latin1', 0, Math.max(end, 0))
        if (end === -1 || end > mostHeadBytes) unusable('is too long')
        // The host speaks after us: such bytes would be read as its own. A refusal may have a body.
        else if (isOpen(statusIn(head)) && received.length > end + 4)
          unusable('is followed by bytes before TLS began')
        else over(null, head)
      },
      end: noAnswer('closed the connection before its answer was complete'),
      close: noAnswer('closed the connection before its answer was complete'),
      error: (error: Error) => noAnswer(`broke the connection: ${textOf(error)}`)(),
    }
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener)
    signal.addEventListener('abort', late)
    if (signal.aborted) late()
  })
}

const statusIn = (head: string): number | null => {
  const [, status] = /^HTTP\/1\.[01] (\d{3})(?: |\r|$)/.exec(head) ?? []
  return status === undefined ? null : Number(status)
}
const isOpen = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** Throws unless the proxy opened the way. The proxy's own words are not repeated: it chooses them. */
function checkReply(head: string, { credentials }: ProxyAccess): void {
  const status = statusIn(head)
  if (status === null || status < 200)
    throw new ProxyError('proxy-answer-unusable', 'the proxy did not answer as an HTTP proxy')
  if (isOpen(status)) return
  const said = `the proxy answered ${String(status)}`
  if (status === 407) {
    const schemes = schemesIn(head)
    const given = { status, schemes }
    if (!schemes.includes('Basic')) {
      const asks = schemes.length === 0 ? 'names no sign-in' : `asks for ${schemes.join(', ')}`
      throw new ProxyError('proxy-sign-in-unsupported', `${said} and ${asks}`, given)
    }
    const why = credentials ? 'refused user name and password' : 'asks for user name and password'
    throw new ProxyError('proxy-sign-in-refused', `${said} and ${why}`, given)
  }
  throw new ProxyError(status >= 500 ? 'proxy-no-way' : 'proxy-refused', said, { status })
}

const knownSchemes = ['Basic', 'Digest', 'NTLM', 'Negotiate', 'Kerberos', 'Bearer']

/** The sign-ins of a 407 by their registered names. */
function schemesIn(head: string): string[] {
  const offered = head.split('\r\n').flatMap((line) => {
    const [name = '', ...value] = line.split(':')
    return name.toLowerCase() === 'proxy-authenticate' ? [value.join(':').trim()] : []
  })
  const isOffered = (scheme: string): boolean =>
    offered.some((value) => new RegExp(`(^|,\\s*)${scheme}(\\s|,|$)`, 'i').test(value))
  return knownSchemes.filter(isOffered)
}

const textOf = (error: unknown): string => {
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error
  return cause instanceof Error ? cause.message : String(cause)
}

/** TLS errors for a certificate that no trusted issuer signed, one that copies a name included. */
const unknownIssuer =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|CERT_SIGNATURE_FAILURE|CERT_UNTRUSTED)$/

/** Returns whether a proxy that opens TLS would cause this error. */
export const isFromUnknownIssuer = (code: string): boolean => unknownIssuer.test(code)
