/**
 * The HTTPS server that takes the bank's alerts: TLS 1.2 at least, Basic credentials before the body is read,
 * and bounds on everything that a sender decides (`1-platform.md`, Delivery; platform notes, section 4).
 */
import type { RefusalKind } from '../../preload/contract/alerts/listener.ts'
import type { AlertIntake } from './delivery.ts'

/** User name and password, as Basic authentication has them. */
export interface BasicCredentials {
  readonly userName: string
  readonly password: string
}

/** PEM: the chain, leaf first, and its key, not encrypted. */
export interface ListenerCertificate {
  readonly chain: string
  readonly privateKey: string
}

/** Where and how to listen. */
export interface ListenerOptions {
  readonly host: string
  /** 0: a free one. */
  readonly port: number
  readonly certificate: ListenerCertificate
  /** All that are taken: the current, and the one before while it is not ended. */
  readonly credentials: readonly BasicCredentials[]
  /** Addresses and ranges; empty: anyone. */
  readonly permitted: readonly string[]
  readonly accept: AlertIntake['accept']
  /** Whether a probe of ours carries this word (see `probe.ts`). */
  readonly isOwnProbe: (word: string) => boolean
  readonly refused: (kind: RefusalKind, from: string | null) => void
  readonly received: (alerts: number) => void
}

/** A listener that listens. */
export interface Listener {
  /** `https://host:port/alerts`. */
  readonly address: string
  readonly port: number
  /** Takes no new connection; what is under way is answered, for five seconds at most. */
  close(): Promise<void>
}

/** Starts to listen. Rejects with the system's error when it cannot. */
export function openListener(_options: ListenerOptions): Promise<Listener> {
  return Promise.reject(new Error('not built'))
}
