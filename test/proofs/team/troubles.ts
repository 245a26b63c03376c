/** Makes the troubles of a schedule happen. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Member } from './member.ts'
import type { Moment, Step, TeamSchedule, Trouble } from './schedule.ts'
import type { Team } from './team.ts'

export class Troubles {
  readonly #team: Team
  readonly #planned: TeamSchedule['troubles']
  readonly #begun: Promise<void>[] = []

  constructor(team: Team, planned: TeamSchedule['troubles']) {
    this.#team = team
    this.#planned = planned
  }

  /** Prepares those of a step, which begins now. */
  begin(step: Step): void {
    for (const trouble of this.#planned) this.#prepare(trouble, step)
  }

  /** Counts this as one that has begun; `over` rejects if it fails. */
  add(trouble: Promise<void>): void {
    trouble.catch(() => undefined)
    this.#begun.push(trouble)
  }

  /** Resolves when those that have begun are over, and everything works again. */
  async over(): Promise<void> {
    for (let over = -1; over < this.#begun.length;) {
      over = this.#begun.length
      await Promise.all(this.#begun)
    }
    this.#begun.length = 0
    await Promise.all(
      this.#team.members.map(async (member) => {
        await member.restoreLines()
        member.wake()
        if (!member.isRunning) await member.start()
      }),
    )
  }

  #prepare(trouble: Trouble, step: Step): void {
    if ('step' in trouble && trouble.step !== step) return
    if (trouble.kind === 'server') {
      this.#later(trouble.afterMs, () => this.#team.restartServer(trouble.mode))
      return
    }
    const member = this.#team.at(trouble.at)
    switch (trouble.kind) {
      case 'kill':
        this.#when(member, trouble.moment, step, () => member.kill())
        return
      case 'restart':
        this.#when(member, trouble.moment, step, async () => {
          await member.kill()
          await member.start()
        })
        return
      case 'stop':
        this.#when(member, trouble.moment, step, async () => {
          member.stop()
          await pause(trouble.forMs)
          member.wake()
        })
        return
      case 'terminated':
        this.#later(trouble.afterMs, () => this.#team.terminate(trouble.whose))
        return
      case 'store-refused':
      case 'store-held':
        this.#later(trouble.afterMs, async () => {
          member.isTroubled = true
          await member.storeLine.break({
            kind: trouble.kind === 'store-held' ? 'hold' : 'refuse',
          })
          await pause(trouble.forMs)
          await member.storeLine.restore()
        })
        return
      case 'lose-commit':
      case 'lose-answer':
      case 'race-commit':
        member.isTroubled = true
        this.add(member.storeLine.break({ kind: trouble.kind, after: trouble.after }))
        return
      case 'bank-refused':
        this.#later(trouble.afterMs, async () => {
          await member.bankLine.break({ kind: 'refuse' })
          await pause(trouble.forMs)
          await member.bankLine.restore()
        })
        return
      case 'bank-cut':
        this.add(member.bankLine.break({ kind: 'cut-request', afterBytes: trouble.afterBytes }))
        return
      case 'answer-cut':
        this.add(member.bankLine.break({ kind: 'cut-answer', afterBytes: 0 }))
    }
  }

  #later(afterMs: number, work: () => Promise<void>): void {
    this.add(pause(afterMs).then(work))
  }

  #when(member: Member, moment: Moment, step: Step, work: () => Promise<void>): void {
    if (moment.step !== step) return
    const then = (): void => this.add(work())
    switch (moment.by) {
      case 'time':
        this.#later(moment.afterMs, work)
        return
      case 'lock':
      case 'commit': {
        const { by, after } = moment
        this.add(member.storeLine.break({ kind: `on-${by}`, after, then }))
        return
      }
      case 'handshake':
        this.add(member.bankLine.break({ kind: 'on-handshake', heldMs: 0, then }))
        return
      case 'request':
        this.add(member.bankLine.break({ kind: 'on-request', passes: true, then }))
        return
      case 'answer':
        this.add(member.bankLine.break({ kind: 'on-answer', then }))
    }
  }
}
