/** Acts that workstations record, as one of them passes them on. */
import { expect, it } from 'vitest'
import { OthersActs } from '../../../main/store/others-acts.ts'
import { act, newStorePath, open } from './stores.ts'

/** A chain with an act of each of these workstations, and what `one` passes on of it. */
async function chain() {
  const store = await open(newStorePath())
  const others = new OthersActs('one', 1, () => undefined)
  const passed: string[] = []
  others.onActs((acts) => {
    passed.push(...acts.map(({ subject }) => subject))
    return Promise.resolve()
  })
  const recorded = (workstation: string, subject: string) =>
    store.note({ ...act(subject), detail: { workstation } })
  return { others, passed, recorded, catchUp: () => others.catchUp(store.read) }
}

it('passes on those of others, once', async () => {
  const { passed, recorded, catchUp } = await chain()
  await recorded('two', 'a')
  await recorded('one', 'b')
  await recorded('three', 'c')
  await catchUp()
  await catchUp()
  expect(passed).toEqual(['a', 'c'])
})

it('passes on its own where the end of a commit was not known, since nothing has taken it in', async () => {
  const { others, passed, recorded, catchUp } = await chain()
  await recorded('one', 'a')
  others.ownIsUncertain()
  await catchUp()
  await recorded('one', 'b')
  await catchUp()
  expect(passed).toEqual(['a'])
})
