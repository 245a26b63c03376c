/** Why a listener could not start, and whether it is worth another try by itself. */
import type { ListenerProblem } from '../../../preload/contract/api/alerts/listener.ts'

/** The problem in the contract's words and in the system's. */
export interface StartProblem {
  readonly problem: ListenerProblem
  readonly detail: string
  /** Whether time alone may mend it: a port becomes free, a network comes back. */
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
/** What OpenSSL and BoringSSL say of PEM, keys and chains. */
const ofCertificate = /^ERR_(OSSL|SSL|TLS|CRYPTO)/

/** Reads what starting threw. */
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
