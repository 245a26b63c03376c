import { expect, it } from 'vitest'
import { createAppRouter } from '../../../renderer/app/router.ts'

it('opens an unknown outcome also by its earlier address, which stored inbox items have', async () => {
  const router = createAppRouter()
  await router.push('/doubt/o1')
  expect(router.currentRoute.value.fullPath).toBe('/unknown-outcomes/o1')
  await router.push('/doubt')
  expect(router.currentRoute.value.fullPath).toBe('/unknown-outcomes')
})

it('opens the quarantine also by its earlier address, which stored inbox items have', async () => {
  const router = createAppRouter()
  await router.push('/alerts/held/d9')
  expect(router.currentRoute.value.fullPath).toBe('/alerts/quarantine/d9')
  await router.push('/alerts/held')
  expect(router.currentRoute.value.fullPath).toBe('/alerts/quarantine')
})
