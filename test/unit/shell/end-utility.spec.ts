import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { endUtility } from '../../../main/shell/end-utility.ts'

it('ends a utility process that is still starting as soon as it has started', () => {
  const kills: boolean[] = []
  let hasStarted = false
  const child = Object.assign(new EventEmitter(), {
    // As in Electron: false while there is no process to end.
    kill: () => {
      kills.push(hasStarted)
      return hasStarted
    },
  })
  endUtility(child as never)
  expect(kills).toEqual([false])
  hasStarted = true
  child.emit('spawn')
  expect(kills).toEqual([false, true])
})
