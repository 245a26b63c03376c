/** Records the statements of jobs, in a test's store thread. */
import { alertJobs } from '../../main/alerts/store-jobs.ts'
import { assuranceJobs } from '../../main/assurance/store-jobs.ts'
import { inquiryJobs } from '../../main/inquiry/store-jobs.ts'
import { auditJobs } from '../../main/store/audit-chain/audit-jobs.ts'
import { postgresText } from '../../main/store/postgres/statement-text.ts'
import type { JobContext, StoreJobs } from '../../main/store/store-jobs.ts'
import { workplaceJobs } from '../../main/workplace/store-jobs.ts'
import { recordStatement } from './record-statements.ts'

/** Makes each job of this thread record its statements from now on. */
export function recordJobs(): void {
  const jobs: StoreJobs = [
    ...auditJobs,
    ...alertJobs,
    ...inquiryJobs,
    ...assuranceJobs,
    ...workplaceJobs,
  ]
  for (const job of jobs) {
    const { name, run } = job
    Object.assign(job, {
      run: (context: JobContext, input: unknown) => run(recording(context, name), input) as unknown,
    })
  }
}

function recording(context: JobContext, job: string): JobContext {
  const record = (sql: string): string => {
    recordStatement(postgresText(sql), () => `job ${job}`)
    return sql
  }
  return {
    ...context,
    all: (sql, ...parameters) => context.all(record(sql), ...parameters),
    one: (sql, ...parameters) => context.one(record(sql), ...parameters),
    run: (sql, ...parameters) => context.run(record(sql), ...parameters),
  }
}
