/**
 * Whether the time of the listener's credential check tells how much of a password is right: |t| of
 * Welch's test of a password that is wrong at its end against one that is wrong from its beginning.
 * Above 4.5 two samples are considered different. A comparison that stops at the first difference
 * shows that the measurement finds one.
 */
import { randomInt } from 'node:crypto'
import {
  createCredentialCheck,
  type CredentialCheck,
} from '../../main/alerts/listener/basic-credentials.ts'
import { basicOf } from '../unit/alerts/support/running-listener.ts'
import { report } from './support/bench.ts'
import { sized } from './support/size.ts'

const rounds = sized(5, 1)
const samples = sized(10_000, 200)
const secret = { userName: 'bank', password: 'q7'.repeat(24) }
const right = basicOf(secret.userName, secret.password)
const offered = [
  basicOf(secret.userName, `${secret.password.slice(0, -1)}x`),
  basicOf('knab', 'z'.repeat(secret.password.length)),
] as const

const mean = (of: readonly number[]): number => of.reduce((sum, one) => sum + one, 0) / of.length

function variance(of: readonly number[]): number {
  const middle = mean(of)
  return of.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (of.length - 1)
}

const welch = (one: readonly number[], other: readonly number[]): number =>
  (mean(one) - mean(other)) / Math.sqrt(variance(one) / one.length + variance(other) / other.length)

/** The faster half: the slower one includes other work of a busy machine. */
const trimmed = (of: readonly number[]): number[] =>
  of.toSorted((a, b) => a - b).slice(0, Math.ceil(of.length / 2))

function timeOf(check: CredentialCheck, text: string): number {
  const started = process.hrtime.bigint()
  check(text)
  return Number(process.hrtime.bigint() - started)
}

function measured(check: CredentialCheck): number {
  const times: [number[], number[]] = [[], []]
  for (let n = 0; n < samples; n += 1) {
    // The order is random, so that neither profits from the other's warm caches.
    const first = randomInt(2) === 0 ? 0 : 1
    for (const which of [first, first === 0 ? 1 : 0] as const)
      times[which].push(timeOf(check, offered[which]))
  }
  return Math.abs(welch(trimmed(times[0]), trimmed(times[1])))
}

const stopping: CredentialCheck = (authorization) => {
  for (let at = 0; at < right.length; at += 1)
    if (authorization?.charCodeAt(at) !== right.charCodeAt(at)) return false
  return true
}

const check = createCredentialCheck([secret, { userName: 'bank', password: 'the-previous-one' }])
for (const [what, one] of [
  ['the credential check', check],
  ['a comparison that stops at the first difference', stopping],
] as const) {
  measured(one)
  report(
    what,
    Array.from({ length: rounds }, () => measured(one)),
    '|t|',
    'below 4.5 for the check, above it for the other',
  )
}
