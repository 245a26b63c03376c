/**
 * One post of alerts over TLS, through the profile's proxy where the endpoint is not in a network of
 * one's own. No redirect is followed, and the certificate check cannot be turned off.
 */
import { rootCertificates } from 'node:tls'
import { Agent, request } from 'undici'
import { noteActing } from '../../platform/acting.ts'
import { networkText } from '../../platform/network-text.ts'
import { isInOwnNetwork } from '../../platform/own-network.ts'
import type { ProxyAccess } from '../../platform/proxy-tunnel.ts'
import { tlsConnector } from '../../platform/tls-connector.ts'

export interface ForwardPost {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** A private CA in PEM, trusted in addition to the roots; null: none. */
  readonly privateCa: string | null
  /** The profile's; null: none. */
  readonly proxy: ProxyAccess | null
  readonly signal: AbortSignal
}

/** The result: a status, or a short reason why there is none. */
export interface ForwardAnswer {
  readonly status: number | null
  readonly problem: string | null
}

/** Posts; never rejects. */
export type PostAlerts = (post: ForwardPost) => Promise<ForwardAnswer>

const answerMs = 30_000
/** No part of an answer's body is stored; more than this is not even read. */
const mostAnswerBytes = 65_536

/** Posts to an endpoint with a certificate under one of these roots; Node's own by default. */
export const postAlerts =
  (roots: readonly string[] = rootCertificates): PostAlerts =>
  async ({ url, body, headers, privateCa, proxy, signal }) => {
    const ca = [...roots, ...(privateCa === null ? [] : [privateCa])]
    const isDirect = proxy === null || (await isInOwnNetwork(URL.parse(url)?.hostname ?? ''))
    const dispatcher = new Agent({
      connect: tlsConnector({
        tls: { ca, minVersion: 'TLSv1.2' },
        ...(!isDirect && { proxy }),
      }),
    })
    try {
      noteActing()
      const answer = await request(url, {
        method: 'POST',
        dispatcher,
        signal,
        body,
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
        headersTimeout: answerMs,
        bodyTimeout: answerMs,
      })
      // The status is the answer: a body that breaks off changes nothing.
      await answer.body.dump({ limit: mostAnswerBytes }).catch(() => undefined)
      return { status: answer.statusCode, problem: null }
    } catch (problem) {
      return { status: null, problem: networkText(problem) }
    } finally {
      await dispatcher.destroy().catch(() => undefined)
    }
  }
