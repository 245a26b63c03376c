/**
 * Whether a name is a person's or a business's, if nobody has entered it: a guess by the legal
 * form.
 */
import { expect, it } from 'vitest'
import { guessedKind } from '../../../../../preload/contract/domain/owner-name.ts'

it.each([
  'Ridgeway Supply LLC',
  'Ridgeway Supply L.L.C.',
  'Cascade Timber and Millwork',
  'Smith & Sons',
  'Northfield Orchards, Inc.',
  'ALDER FALLS SCHOOL DISTRICT 14',
  'Acme',
  '',
])('guesses a business from %j', (name) => {
  expect(guessedKind(name)).toBe('business')
})

it.each([
  'Margaret Alder',
  'Alder, Margaret R.',
  'Dr. Jan van Dyke',
  'Cole Incze',
  'Ann O\u2019Brien',
])('guesses a person from %j', (name) => {
  expect(guessedKind(name)).toBe('person')
})
