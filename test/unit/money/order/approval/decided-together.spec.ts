/** An order that main cannot show is not decided together with others. */
import { expect, it } from 'vitest'
import { refuseTogether } from '../../../../../main/money/order/approval/decided-together.ts'
import { err } from '../../../../../preload/contract/kernel/result.ts'

const shown = { id: 'o1', approvalHash: 'h' }
const known = { operatorOf: () => ({ id: 'theo', name: 'Theo', roles: ['checker'] }) as never }
const notShown = () => Promise.resolve(err({ code: 'not-found' as const }))

it('refuses an order that cannot be shown, and leaves an order that is decided alone to its own checks', async () => {
  await expect(
    refuseTogether(known, notShown, { ...shown, isTogether: true }, 'theo'),
  ).rejects.toMatchObject({ failure: { code: 'not-found' } })
  await expect(
    refuseTogether({ operatorOf: () => undefined }, notShown, { ...shown, isTogether: true }, 'x'),
  ).rejects.toMatchObject({ failure: { code: 'not-permitted' } })
  await expect(refuseTogether(known, notShown, shown, 'theo')).resolves.toBeUndefined()
})
