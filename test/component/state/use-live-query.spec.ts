import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { defineComponent, h, nextTick, ref, watch } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { onEvent } from '../../../renderer/state/bridge.ts'
import { useWorkstation } from '../../../renderer/state/stores/workstation.store.ts'
import { oneAtATime, useLiveQuery } from '../../../renderer/state/use-live-query.ts'
import { fakeBridge, workstationState } from '../support/fake-bridge.ts'

enableAutoUnmount(afterEach)

type Answer = Result<string, Failure>
const failed: Answer = err({ code: 'not-found' })
/** The reads that main has not answered yet, oldest first, by their key. */
let open: { readonly key: string; readonly answer: (answer: Answer) => void }[] = []
const fetchPage = vi.fn(
  (key: string) =>
    new Promise<Answer>((resolve) => {
      open.push({ key, answer: resolve })
    }),
)
async function answer(given: Answer): Promise<void> {
  open.shift()?.answer(given)
  await flushPromises()
}

const key = ref<string>()
const isOpen = ref(true)
let bridge: ReturnType<typeof fakeBridge>
beforeEach(() => {
  bridge = fakeBridge()
  setActivePinia(createPinia())
  open = []
  fetchPage.mockClear()
  key.value = 'a'
  isOpen.value = true
})

/** The query of a mounted component. */
function queried(pending: (wanted: string) => Promise<Answer> = fetchPage) {
  let query: ReturnType<typeof useLiveQuery<string>> | undefined
  const page = mount(
    defineComponent({
      setup() {
        const mine = useLiveQuery<string>({
          fetchValue: pending,
          key: () => key.value,
          when: () => isOpen.value,
        })
        query = mine
        onEvent('orders', 'changed', mine.readAgain)
        return () => h('p')
      },
    }),
  )
  if (!query) throw new Error('no query')
  return { query, page }
}
const shown = ({ value, failure }: ReturnType<typeof queried>['query']) => [
  value.value,
  failure.value?.code,
]
const team = (isReachable: boolean) => ({ isReachable, isClockOff: false, workstations: [] })
const change = (): void => bridge.emit('orders', 'changed', { id: 'o1', state: 'draft' })

describe('a live query', () => {
  it('that failed is read again once the database of the team is back, and no other is', async () => {
    const workstation = useWorkstation()
    workstation.state = { ...workstationState, team: team(false) }
    const { query } = queried()
    await answer(err({ code: 'store-away', done: 'nothing' }))
    expect(shown(query)).toEqual([undefined, 'store-away'])
    workstation.state = { ...workstationState, team: team(true) }
    await flushPromises()
    await answer(ok('back'))
    expect(shown(query)).toEqual(['back', undefined])
    for (const isReachable of [false, true]) {
      workstation.state = { ...workstationState, team: team(isReachable) }
      await flushPromises()
    }
    expect(open).toEqual([])
  })

  it('reads at once and again when an event arrives', async () => {
    const { query } = queried()
    expect([query.isReading.value, ...shown(query)]).toEqual([true, undefined, undefined])
    await answer(ok('one'))
    expect([query.isReading.value, ...shown(query)]).toEqual([false, 'one', undefined])
    change()
    expect([query.isReading.value, ...shown(query)]).toEqual([true, 'one', undefined])
    await answer(ok('two'))
    expect(shown(query)).toEqual(['two', undefined])
  })

  it('reads once more, however many events arrive during a read', async () => {
    const { query } = queried()
    for (let times = 0; times < 20; times += 1) change()
    expect(fetchPage).toHaveBeenCalledTimes(1)
    await answer(ok('old'))
    expect([query.isReading.value, ...shown(query)]).toEqual([true, 'old', undefined])
    expect(fetchPage).toHaveBeenCalledTimes(2)
    await answer(ok('new'))
    expect([query.isReading.value, ...shown(query)]).toEqual([false, 'new', undefined])
    expect(fetchPage).toHaveBeenCalledTimes(2)
  })

  it('resolves a second request only when the later read is done', async () => {
    const { query } = queried()
    let isDone = false
    void query.readAgain().then(() => (isDone = true))
    await answer(ok('old'))
    expect(isDone).toBe(false)
    await answer(ok('new'))
    expect(isDone).toBe(true)
  })

  it('keeps the last value beside the failure of a later read, until a read succeeds', async () => {
    const { query } = queried()
    await answer(ok('one'))
    change()
    await answer(failed)
    expect(shown(query)).toEqual(['one', 'not-found'])
    expect(query.problem.value?.title).not.toBe('')
    change()
    await answer(ok('two'))
    expect([...shown(query), query.problem.value]).toEqual(['two', undefined, null])
  })

  it('ignores a late answer for an earlier key, and shows the earlier value until then', async () => {
    const { query } = queried()
    await answer(ok('of a'))
    change()
    key.value = 'b'
    await nextTick()
    expect(open.map((read) => read.key)).toEqual(['a', 'b'])
    await answer(ok('late of a'))
    expect(shown(query)).toEqual(['of a', undefined])
    await answer(ok('of b'))
    expect([query.isReading.value, ...shown(query)]).toEqual([false, 'of b', undefined])
  })

  it('ignores an answer that arrives before Vue has noticed the new key', async () => {
    let give: (answer: Answer) => void = () => undefined
    const first = new Promise<Answer>((resolve) => (give = resolve))
    const seen: (string | undefined)[] = []
    const { query } = queried((wanted) => (wanted === 'a' ? first : fetchPage(wanted)))
    watch(query.value, (value) => seen.push(value), { flush: 'sync' })
    await flushPromises()
    give(ok('of a'))
    key.value = 'b'
    await flushPromises()
    await answer(ok('of b'))
    expect(seen).toEqual(['of b'])
  })

  it('never shows the value of one key with the failure of another', async () => {
    const { query } = queried()
    await answer(ok('of a'))
    key.value = 'b'
    await nextTick()
    await answer(failed)
    expect(shown(query)).toEqual([undefined, 'not-found'])
  })

  it('shows and reads nothing without a key', async () => {
    const { query } = queried()
    await answer(ok('of a'))
    key.value = undefined
    await nextTick()
    change()
    await flushPromises()
    expect([query.isReading.value, ...shown(query)]).toEqual([false, undefined, undefined])
    expect(fetchPage).toHaveBeenCalledTimes(1)
  })

  it('reads nothing while disabled, then at once', async () => {
    isOpen.value = false
    const { query } = queried()
    change()
    await flushPromises()
    expect(fetchPage).not.toHaveBeenCalled()
    isOpen.value = true
    await nextTick()
    await answer(ok('one'))
    expect(shown(query)).toEqual(['one', undefined])
  })

  it('ignores the read in progress after a newer value was set', async () => {
    const { query } = queried()
    query.put('put')
    expect([query.isReading.value, ...shown(query)]).toEqual([false, 'put', undefined])
    await answer(ok('late'))
    expect(shown(query)).toEqual(['put', undefined])
    change()
    await answer(ok('next'))
    expect(shown(query)).toEqual(['next', undefined])
  })

  it('sets nothing and ignores events after its component is unmounted', async () => {
    const { query, page } = queried()
    page.unmount()
    await answer(ok('late'))
    change()
    await query.readAgain()
    query.put('put')
    expect([...shown(query), fetchPage.mock.calls.length]).toEqual([undefined, undefined, 1])
  })

  it('continues after a read that was rejected', async () => {
    fetchPage.mockImplementationOnce(() => Promise.reject(new Error('gone')))
    const { run, isRunning } = oneAtATime(() => fetchPage('x'))
    await expect(run()).rejects.toThrow('gone')
    expect(isRunning.value).toBe(false)
    void run()
    expect(fetchPage).toHaveBeenCalledTimes(2)
  })
})

describe('a live query of a session', () => {
  const emit = (part: Partial<typeof workstationState>): void =>
    bridge.emit('workstation', 'stateChanged', { ...workstationState, ...part })
  beforeEach(() => useWorkstation().track(() => undefined))

  it('drops values from before a sign-in, and reads again after it', async () => {
    emit({ access: { state: 'no-operators' } })
    const { query } = queried()
    expect(fetchPage).not.toHaveBeenCalled()
    emit({})
    await nextTick()
    await answer(ok('one'))
    expect(shown(query)).toEqual(['one', undefined])
  })

  it('reads nothing while the workstation is locked, and once when its operator returns', async () => {
    const { query } = queried()
    await answer(ok('one'))
    change()
    emit({ access: { state: 'locked', reason: 'idle', operatorId: 'practice-mara' } })
    await answer(ok('read before the lock'))
    change()
    await flushPromises()
    expect([...shown(query), fetchPage.mock.calls.length]).toEqual(['one', undefined, 2])
    emit({})
    await nextTick()
    await answer(ok('two'))
    expect([...shown(query), fetchPage.mock.calls.length]).toEqual(['two', undefined, 3])
  })

  it('sets nothing once another profile is open, and reads nothing more', async () => {
    const { query } = queried()
    await answer(ok('of practice'))
    change()
    emit({ profileId: 'harbor' })
    await answer(ok('of which profile?'))
    key.value = 'b'
    await flushPromises()
    change()
    await flushPromises()
    expect([...shown(query), fetchPage.mock.calls.length]).toEqual(['of practice', undefined, 2])
  })

  it('sets nothing once another operator is signed in', async () => {
    const { query } = queried()
    emit({ operator: { id: 'practice-theo', name: 'Theo Park', roles: [] } })
    await answer(ok('of Mara'))
    await query.readAgain()
    expect([...shown(query), fetchPage.mock.calls.length]).toEqual([undefined, undefined, 1])
  })
})
