/** Coverage: each verb on the desk that does the work. */
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onShownDesk } from '../shown-desk.ts'

/** Derives the handlers. */
export function coverageHandlers({
  profiles,
}: {
  readonly profiles: ProfilesService
}): Pick<Handlers, 'coverage'> {
  const onDesk = onShownDesk(profiles)
  return {
    coverage: {
      getSummary: (input, caller) =>
        onDesk(({ coverage }) => coverage.verbs.getSummary(input, caller)),
      getWatch: (input, caller) => onDesk(({ coverage }) => coverage.verbs.getWatch(input, caller)),
      listDays: (input, caller) => onDesk(({ coverage }) => coverage.verbs.listDays(input, caller)),
      listGaps: (input, caller) => onDesk(({ coverage }) => coverage.verbs.listGaps(input, caller)),
      listRecovered: (input, caller) =>
        onDesk(({ coverage }) => coverage.verbs.listRecovered(input, caller)),
      getSweep: (input, caller) => onDesk(({ coverage }) => coverage.verbs.getSweep(input, caller)),
      listParts: (input, caller) =>
        onDesk(({ coverage }) => coverage.verbs.listParts(input, caller)),
      estimateSweep: (input, caller) =>
        onDesk(({ coverage }) => coverage.verbs.estimateSweep(input, caller)),
      sweepNow: (input, caller) => onDesk(({ coverage }) => coverage.verbs.sweepNow(input, caller)),
      markChecked: (input, caller) =>
        onDesk(({ coverage }) => coverage.verbs.markChecked(input, caller)),
    },
  }
}
