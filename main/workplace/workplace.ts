/**
 * Creates the services of workplace that only answer people, and backups (README.md). The audit,
 * the inbox and the notifications begin to work earlier, each at a moment of its own.
 */
import type { SessionContext } from '../profile/session-context.ts'
import type { BackupPlaces } from './backup-catalog.ts'
import { createBackupsService, type BackupsService } from './backups/backups.service.ts'
import { createTablesService, type TablesService } from './lists/tables.service.ts'
import {
  createOverviewService,
  type OverviewContext,
  type OverviewDeps,
  type OverviewService,
} from './overview/overview.service.ts'
import { createSearchService, type SearchService } from './search/search.service.ts'

/** The services of one open store. */
export interface Workplace {
  readonly tables: TablesService
  readonly backups: BackupsService
  readonly overview: OverviewService
  readonly search: SearchService
}

/** Creates the services. The first backup of a real profile is checked after a few minutes. */
export const createWorkplace = (
  context: SessionContext & OverviewContext,
  places: BackupPlaces,
  figures: OverviewDeps,
): Workplace => ({
  tables: createTablesService(context),
  backups: createBackupsService(context, places),
  overview: createOverviewService(context, figures),
  search: createSearchService(context),
})
