/** Why a listener could not start, and whether a retry may help. */
import type { ListenerProblem } from '../../../preload/contract/api/alerts/listener.ts'

/** The problem as a code of the contract and as the system's message. */
export interface StartProblem {
  readonly problem: ListenerProblem
  readonly detail: string
  /** Whether the problem may pass without a change: a port becomes free, a network comes back. */
  readonly mayPass: boolean
}

const bySystem: Readonly<Record<string, Pick<StartProblem, 'problem' | 'mayPass'>>> = {
  EADDRINUSE: { problem: 'port-in-use', mayPass: true },
  EACCES: { problem: 'port-not-allowed', mayPass: false },
  EPERM: { problem: 'port-not-allowed', mayPass: false },
  EADDRNOTAVAIL: { problem: 'address-not-here', mayPass: true },
  ENOTFOUND: { problem: 'address-not-here', mayPass: true },
  EAI_AGAIN: { problem: 'address-not-here', mayPass: true },
}
/** Error codes of OpenSSL and BoringSSL for PEM, keys and chains. */
const ofCertificate = /^ERR_(OSSL|SSL|TLS|CRYPTO)/

/** Reads the error of a failed start. */
export function startProblemOf(thrown: unknown): StartProblem {
  const { code = '' } = thrown as NodeJS.ErrnoException
  const detail = thrown instanceof Error ? thrown.message : String(thrown)
  const known = bySystem[code]
  if (known) return { ...known, detail }
  const isCertificate = ofCertificate.test(code)
  return {
    problem: isCertificate ? 'certificate-refused' : 'other',
    detail,
    mayPass: !isCertificate,
  }
}
