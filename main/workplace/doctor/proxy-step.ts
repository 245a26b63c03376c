/**
 * The proxy of the profile: whether it is reached, lets this computer in, opens the way to the bank,
 * and whose certificate answers behind it.
 */
import type { DoctorFact } from '../../../preload/contract/api/doctor.ts'
import { authorityOf, isFromUnknownIssuer, type ProxyAccess } from '../../platform/proxy-tunnel.ts'
import { serverFacts, type Reached } from './certificates.ts'
import { proxyFailureOf, shakeHands } from './handshake.ts'
import { factsOf, failed, fine, type StepResult } from './step-result.ts'

/** Opens the way once and looks at the certificate behind it, without offering one. */
export async function examineProxy(
  proxy: ProxyAccess,
  { connection, host, port, boundMs }: Omit<Reached, 'way'>,
): Promise<StepResult> {
  const { ca } = connection
  const way = { proxy }
  const handshake = await shakeHands({ host, port, way, ca, boundMs, listenMs: 0 })
  const { end } = handshake
  const failure = proxyFailureOf(end)
  const facts: DoctorFact[] = [
    ...factsOf(
      ['Proxy', authorityOf(proxy)],
      ['User name and password', proxy.credentials ? 'sent' : 'not stored'],
      ['Way to the bank', failure ? null : `open to ${authorityOf({ host, port })}`],
    ),
    ...serverFacts(handshake),
  ]
  if (failure) return failed(failure, facts)
  if (end.kind === 'error' && isFromUnknownIssuer(end.code)) return failed('proxy-opens-tls', facts)
  return fine(facts)
}
