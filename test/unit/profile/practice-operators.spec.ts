/** The two practice operators, as the list shows them. */
import { expect, it } from 'vitest'
import { createPracticeOperators } from '../../../main/profile/practice-operators.ts'
import { mostPracticeWorkstations } from '../../../preload/contract/api/practice/practice.ts'
import { newStorePath, open } from '../store/stores.ts'

it('practice operators show when they last signed in, also after the program was restarted', async () => {
  const store = await open(newStorePath())
  const begun = () =>
    createPracticeOperators({
      store: () => store,
      changed: () => undefined,
      report: (where) => expect.fail(where),
    })
  const last = (operators: ReturnType<typeof begun>) =>
    operators.list().map(({ lastSignInAt }) => lastSignInAt)
  const first = begun()
  expect(last(first)).toEqual([null, null])
  await first.signIn('practice-theo', null)
  const [none, at] = last(first)
  expect(none).toBeNull()
  expect(at).toMatch(/^\d{4}-\d\d-\d\dT/)
  const later = begun()
  later.access()
  await expect.poll(() => last(later)).toEqual([null, at])
})

it('the largest practice team has two people of its own at each workstation', () => {
  const names = Array.from({ length: mostPracticeWorkstations }, (_, at) =>
    createPracticeOperators({
      workstation: at + 1,
      store: () => undefined,
      changed: () => undefined,
      report: (where) => expect.fail(where),
    })
      .list()
      .map(({ name }) => name),
  )
  expect(names.every((pair) => pair.length === 2)).toBe(true)
  expect(new Set(names.flat()).size).toBe(2 * mostPracticeWorkstations)
})
