/**
 * Profile details with a listener, and the bank's side of it: real HTTPS calls with a profile's
 * credentials.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import type { IncomingMessage } from 'node:http'
import type { ListenerSecrets } from '../../../../main/profile/profile-secrets.ts'
import {
  emptyDetails,
  type ProfileDetails,
} from '../../../../preload/contract/api/profiles/profile-details.ts'

/**
 * Below the range that systems use for port 0, so no other process gets the port between finding
 * and use.
 */
const firstPort = 20_000
const ports = 10_000
let tried = (process.pid * 97) % ports

/** Returns a port that is free at this moment; skips ports in use. */
export async function freePort(): Promise<number> {
  tried = (tried + 1) % ports
  const port = firstPort + tried
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort()
    throw problem
  }
  await new Promise((closed) => server.close(closed))
  return port
}

/** Details of a listener on loopback, enabled unless said otherwise. */
export const withListener = (
  part: Partial<NonNullable<ProfileDetails['listener']>>,
): ProfileDetails & { listener: NonNullable<ProfileDetails['listener']> } => ({
  ...emptyDetails,
  listener: {
    host: '127.0.0.1',
    port: 1,
    enabled: true,
    publicUrl: 'https://alerts.ridgeway.example/alerts',
    permitted: [],
    ...part,
  },
})

/** One alert with this id, as the bank writes it. */
export const alertBody = (guid: string): string =>
  JSON.stringify({
    alertNotificationRequest: [
      {
        alertNotification: {
          alertHeader: {
            alertSentDateAndTime: '2026-11-21T10:00:00Z',
            alertCode: 'AL00906',
            eapAlertGUID: guid,
          },
          alertBody: { transactionStatus: 'SETTLED', transactionAmount: 12.5, traceNumber: guid },
        },
      },
    ],
  })

/**
 * Delivers an alert; returns the status and the body, or the system's error code where nobody
 * listens.
 */
export async function deliver(
  port: number,
  credentials: ListenerSecrets['credentials'],
  guid: string,
): Promise<{ status: number | string; body: string }> {
  const body = alertBody(guid)
  const sent = request({
    host: '127.0.0.1',
    port,
    path: '/alerts',
    method: 'POST',
    agent: false,
    // The certificate is the workstation's own; its trust is tested elsewhere.
    rejectUnauthorized: false,
    auth: `${credentials?.userName ?? ''}:${credentials?.password ?? ''}`,
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  })
  try {
    sent.end(body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: answer.statusCode ?? 0, body: await text(answer) }
  } catch (problem) {
    return { status: (problem as NodeJS.ErrnoException).code ?? 'unknown', body: '' }
  }
}
