import { enableAutoUnmount, flushPromises } from '@vue/test-utils'
import { defineComponent, h, ref } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stepsOf, type DoctorStep } from '../../../../../preload/contract/api/doctor.ts'
import { stepTitles } from '../../../../../renderer/text/doctor-text.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import DoctorPanel from '../../../../../renderer/features/setup/connection/doctor/DoctorPanel.vue'
import OverviewSection from '../../../../../renderer/features/setup/connection/OverviewSection.vue'
import { doctorReport, openProfile } from '../../../support/fake-profile.ts'
import { expectNoViolation, mountPage } from '../../../support/page.ts'
import { allByRole, byRole } from '../../../ui/stage.ts'
import { maker, mountPanel, press, realBridge } from './panel.ts'

const directSteps = stepsOf(false)
enableAutoUnmount(afterEach)
let bridge: ReturnType<typeof realBridge>
beforeEach(() => {
  bridge = realBridge()
})

const step = (id: DoctorStep['id'], part: Partial<DoctorStep> = {}): DoctorStep => ({
  id,
  state: 'passed',
  finding: 'fine',
  facts: [],
  tookMs: 12,
  ...part,
})
const refusedToken = doctorReport({
  steps: directSteps.map((id) => {
    if (id === 'token') {
      return step(id, {
        state: 'failed',
        finding: 'credentials-refused',
        facts: [{ label: 'HTTP status', value: '401' }],
      })
    }
    if (id === 'address') return step(id, { state: 'attention', finding: 'address-not-registered' })
    return id.startsWith('health') ? step(id, { state: 'not-run', finding: 'not-run' }) : step(id)
  }),
  tokenFields: [
    { name: 'client_id', value: 'the consumer key of this profile', remark: null },
    { name: 'status', value: 'pending', remark: 'Not approved' },
  ],
  clientIp: '198.51.100.7',
})
const examine = () => press('Check connection')
const items = () =>
  [...document.querySelectorAll('ol[aria-label="Steps of the check"] > li')].map(
    ({ textContent }) => textContent,
  )

describe('the connection doctor', () => {
  it('explains itself before the first examination', async () => {
    const page = await mountPanel(DoctorPanel)
    expect(page.text()).toContain('Not checked yet')
    await expectNoViolation(page)
  })

  it('shows each step as it runs, by word and shape, and announces the last completed one', async () => {
    let finish: (answer: ReturnType<typeof ok<typeof refusedToken>>) => void = () => undefined
    bridge.doctor.examine.mockReturnValue(new Promise((resolve) => (finish = resolve)))
    const page = await mountPanel(DoctorPanel)
    await examine()
    const steps = directSteps.map((id, index) =>
      step(id, {
        state: index === 0 ? 'passed' : index === 1 ? 'running' : 'waiting',
        finding: index === 0 ? 'fine' : index === 1 ? 'running' : 'not-run',
      }),
    )
    bridge.emit('doctor', 'progressed', doctorReport({ finishedAt: null, steps }))
    await flushPromises()
    expect(items()[0]).toContain('Passed')
    expect(items()[1]).toContain('Running')
    expect(items()[2]).toContain('Waiting')
    expect(document.querySelectorAll('[data-tone-shape="info"]')).toHaveLength(1)
    expect(byRole('status').textContent).toBe(`${stepTitles.resolve}: Passed`)
    expect(allByRole('button', 'Copy the findings')).toHaveLength(0)
    await expectNoViolation(page)
    await press('Check connection')
    expect(bridge.doctor.examine).toHaveBeenCalledOnce()
    finish(ok(refusedToken))
    await flushPromises()
    expect(page.text()).toContain('8 passed, 1 attention, 1 failed, 3 not run')
  })

  it('counts what it found among the requirements', async () => {
    bridge.doctor.examine.mockResolvedValue(ok(refusedToken))
    const profile = openProfile({ missing: [] })
    const page = await mountPanel(defineComponent(() => () => h(OverviewSection, { profile })))
    expect(page.text()).toContain('Nothing is missing.')
    await examine()
    expect(page.text()).toContain('Nothing is missing. The doctor found 2 problems.')
  })

  it('shows for every step the finding, the next step, the evidence and the duration', async () => {
    bridge.doctor.examine.mockResolvedValue(ok(refusedToken))
    const page = await mountPanel(DoctorPanel)
    await examine()
    expect(items()).toHaveLength(directSteps.length)
    const token = items()[directSteps.indexOf('token')] ?? ''
    for (const part of ['Failed', 'Next:', 'HTTP status', '401', 'took 12 ms'])
      expect(token).toContain(part)
    expect(byRole('button', 'Copy HTTP status')).toBeTruthy()
    await expectNoViolation(page)
  })

  it('leads from a step that did not pass to the section that corrects it, and from no other', async () => {
    bridge.doctor.examine.mockResolvedValue(ok(refusedToken))
    await mountPanel(DoctorPanel)
    await examine()
    const [link, ...others] = allByRole('link')
    expect(link?.textContent).toBe('Open Credentials')
    expect(link?.getAttribute('href')).toContain('/connection/credentials')
    expect(others).toEqual([])
  })

  it('flags the remarkable fields of the token answer, and shows every field', async () => {
    bridge.doctor.examine.mockResolvedValue(ok(refusedToken))
    await mountPanel(DoctorPanel)
    await examine()
    const rows = [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
    expect(rows).toHaveLength(2)
    expect(rows[0]).not.toContain('Attention')
    expect(rows[1]).toContain('Attention')
    expect(rows[1]).toContain('Not approved')
  })

  it('shows the address that the bank reported beside the registered ones', async () => {
    bridge.doctor.examine.mockResolvedValue(ok(refusedToken))
    await mountPanel(DoctorPanel)
    await examine()
    const section = document.querySelector('section[aria-label="Address of this computer"]')
    expect(section?.textContent).toContain('198.51.100.7')
    expect(section?.textContent).toContain('203.0.113.20')
    expect(section?.textContent).toContain('Attention')
  })

  it('keeps the report while the screen is left, until the next examination', async () => {
    const isShown = ref(true)
    await mountPage(defineComponent(() => () => (isShown.value ? h(DoctorPanel) : h('i'))))
    await examine()
    isShown.value = false
    await flushPromises()
    isShown.value = true
    await flushPromises()
    expect(items()).toHaveLength(directSteps.length)
  })

  it('keeps the last report beside the reason why the next examination was refused', async () => {
    const page = await mountPanel(DoctorPanel)
    await examine()
    bridge.doctor.examine.mockResolvedValue(
      err({ code: 'profile-incomplete', missing: ['base URL', 'client certificate'] }),
    )
    await examine()
    expect(byRole('alert').textContent).toContain('base URL, client certificate')
    expect(page.text()).toContain('13 passed')
    expect(page.text()).toContain(', previous check')
    await expectNoViolation(page)
  })

  it('copies the findings as plain text, with every fact and no markup', async () => {
    bridge.doctor.examine.mockResolvedValue(ok(refusedToken))
    const copied: string[] = []
    const copy = vi.fn(() => {
      copied.push((document.activeElement as HTMLTextAreaElement).value)
      return true
    })
    Object.assign(document, { execCommand: copy })
    await mountPanel(DoctorPanel)
    await examine()
    await press('Copy the findings')
    expect(copied[0]).toContain('Connection of Harbor Trust, sample data (pre-production)')
    expect(copied[0]).toContain(`${stepTitles.token}: Failed (12 ms)`)
    expect(copied[0]).toContain('HTTP status: 401')
    expect(copied[0]).toContain('status: pending (Not approved)')
    expect(copied[0]).not.toContain('<')
    expect(document.querySelector('textarea')).toBeNull()
    expect(document.body.textContent).toContain('Copied')
  })

  it('examines for any operator, also in practice, where no address is registered', async () => {
    bridge = realBridge({ ...maker, environment: 'practice' })
    const { page } = await mountPage(DoctorPanel)
    await examine()
    expect(bridge.doctor.examine).toHaveBeenCalledOnce()
    await expectNoViolation(page)
  })
})
