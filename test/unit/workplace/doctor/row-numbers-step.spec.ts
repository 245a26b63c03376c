/** Where the bank reads row numbers: found out by one small inquiry for each place. */
import { expect, it } from 'vitest'
import { factOf, ownAccounts, Patient, stepOf, termsOf } from './support/patient.ts'

it.each([
  ['body', 'body', 'fine'],
  ['body', 'query', 'row-numbers-in-body'],
  ['query', 'query', 'fine'],
  ['query', 'body', 'row-numbers-in-query'],
] as const)(
  'of a bank that reads them in the %s and a profile with %s: %s',
  async (read, set, finding) => {
    await using patient = await Patient.open()
    if (read === 'query') await patient.suffers('row-numbers-in-query')
    const report = await patient.examine({ ownAccounts, rowNumbers: set })
    const step = stepOf(report, 'row-numbers')
    expect(step.facts.map(({ label, value }) => `${label}: ${value}`).join('; ')).toMatch(
      /1 of \d+ rows/,
    )
    expect(step.finding).toBe(finding)
    expect(factOf(step, 'Set in the profile')).toBe(`In the ${set}`)
    expect((await patient.control.counters()).byOperation).toEqual({
      token: 1,
      health: 3,
      'ach-inquiry': 2,
    })
  },
)

it.each([
  ['the profile does not list ACH inquiry', { ownAccounts, products: termsOf('wire') }],
  ['no own account can be listed', { ownAccounts: ['12345678901234567'] }],
  ['it is practice, which has no setting', { ownAccounts, rowNumbers: null }],
  [
    'two calls exceed the agreed calls',
    {
      ownAccounts,
      products: termsOf('ach-inquiry').map((terms) => ({
        ...terms,
        calls: { count: 1, per: 'minute' as const },
      })),
    },
  ],
])('are not asked for where %s', async (_why, change) => {
  await using patient = await Patient.open()
  const step = stepOf(await patient.examine(change), 'row-numbers')
  expect(step).toMatchObject({ state: 'not-run', finding: 'row-numbers-not-asked' })
  expect((await patient.control.counters()).byOperation['ach-inquiry']).toBeUndefined()
})

it('stay undecided where the bank gives no list, after one call for each place', async () => {
  await using patient = await Patient.open()
  await patient.suffers('failure-500', 'ach-inquiry')
  const step = stepOf(await patient.examine({ ownAccounts }), 'row-numbers')
  expect(step).toMatchObject({ state: 'attention', finding: 'row-numbers-undecided' })
  expect((await patient.control.counters()).byOperation['ach-inquiry']).toBe(2)
})
