import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { takeLock } from '../../../../main/store/sqlite/file-lock.ts'
import { newStorePath } from '../stores.ts'

it('is held by one until it is released', () => {
  const file = newStorePath()
  const first = takeLock(file)
  expect(() => takeLock(file)).toThrow('store-in-use')
  expect(() => takeLock(file)).toThrow('store-in-use')
  first.release()
  takeLock(file).release()
})

it('writes nothing but one empty file', () => {
  const file = newStorePath()
  const lock = takeLock(file)
  expect(readdirSync(dirname(file))).toEqual(['store.db.lock'])
  lock.release()
  expect(readdirSync(dirname(file))).toEqual(['store.db.lock'])
})

it('leaves the folder as it was when it is withdrawn', () => {
  const file = newStorePath()
  takeLock(file).withdraw()
  expect(existsSync(`${file}.lock`)).toBe(false)

  writeFileSync(`${file}.lock`, '')
  takeLock(file).withdraw()
  expect(existsSync(`${file}.lock`)).toBe(true)
})
