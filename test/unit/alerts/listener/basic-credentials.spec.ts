import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { createCredentialCheck } from '../../../../main/alerts/listener/basic-credentials.ts'
import { basicOf } from '../support/running-listener.ts'
import { apart, threshold, trimmed, welch } from '../support/welch.ts'

const current = { userName: 'bank', password: 'a-current:password' }
const previous = { userName: 'bank', password: 'the-previous-one' }
const basic = ({ userName, password }: typeof current): string => basicOf(userName, password)

it('takes a pair whose password holds colons, and letters beyond ASCII', () => {
  const far = { userName: 'Straße', password: 'ключ:密碼' }
  const check = createCredentialCheck([far, current])
  expect(check(basic(far))).toBe(true)
  expect(check(basic(current))).toBe(true)
})

it('does not mind how the scheme is written', () => {
  const check = createCredentialCheck([current])
  expect(check(basic(current).replace('Basic', 'BASIC'))).toBe(true)
  expect(check(basic(current).replace('Basic ', 'basic   '))).toBe(true)
})

it('bank note 95: takes both the current and the previous pair, and no mixture of them', () => {
  const other = { userName: 'bank-2', password: 'the-previous-one' }
  const check = createCredentialCheck([current, other])
  expect(check(basic(current))).toBe(true)
  expect(check(basic(other))).toBe(true)
  expect(check(basicOf(current.userName, other.password))).toBe(false)
  expect(check(basicOf(other.userName, current.password))).toBe(false)
})

it('takes nothing when no pair is configured', () => {
  const check = createCredentialCheck([])
  for (const offered of [undefined, '', 'Basic', basicOf('', ''), basic(current)])
    expect(check(offered)).toBe(false)
})

it('does not take an empty pair in place of a missing one', () => {
  const check = createCredentialCheck([{ userName: '', password: '' }])
  expect(check(basicOf('', ''))).toBe(true)
  for (const offered of [undefined, '', 'Basic', 'Basic !!!', 'Bearer Og=='])
    expect(check(offered)).toBe(false)
})

const secret = { userName: 'bank', password: 'q7'.repeat(24) }
const rightPrefix = basicOf(secret.userName, `${secret.password.slice(0, -1)}x`)
const allWrong = basicOf('knab', 'z'.repeat(secret.password.length))
const isDuplicate = (t: number): boolean => t < threshold
const isOutlier = (t: number): boolean => t > threshold

it('bank note 98: takes as long for a password that is wrong at its end as for one that is wrong from its beginning', () => {
  const check = createCredentialCheck([secret, previous])
  expect(apart(check, [rightPrefix, allWrong], 10_000, isDuplicate)).toSatisfy(isDuplicate)
})

it('would detect a comparison that stops at the first difference', () => {
  const naive = (offered: string | undefined): boolean => {
    const wanted = basic(secret)
    for (let at = 0; at < wanted.length; at += 1)
      if (offered?.charCodeAt(at) !== wanted.charCodeAt(at)) return false
    return true
  }
  expect(apart(naive, [rightPrefix, allWrong], 10_000, isOutlier)).toSatisfy(isOutlier)
})

it('distinguishes two samples of one source from two that differ', () => {
  const draw = (from: number): number[] =>
    Array.from({ length: 2000 }, () => from + randomInt(1000))
  expect(Math.abs(welch(trimmed(draw(0)), trimmed(draw(0))))).toBeLessThan(threshold)
  expect(Math.abs(welch(trimmed(draw(0)), trimmed(draw(100))))).toBeGreaterThan(threshold)
})
