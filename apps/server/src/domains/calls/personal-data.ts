import { type PersonalData, personalDataOf } from '../../core/domain.ts'
import type { CallsDeps } from './deps.ts'
import { eraseKeepsakes, exportKeepsakes } from './keepsakes/keepsake-store.ts'
import { eraseOpinions, exportOpinions } from './opinions/opinion-store.ts'
import { eraseQuestions, exportQuestions } from './questions/question-store.ts'

/** What a person wrote and kept of calls and events. */
export const callPersonalData = ({ db }: Pick<CallsDeps, 'db'>): PersonalData =>
  personalDataOf({
    exported: async userId => ({
      call_opinions: await exportOpinions(db, userId),
      keepsakes: await exportKeepsakes(db, userId),
      event_questions: await exportQuestions(db, userId),
    }),
    async erase(tx, userId) {
      await eraseOpinions(tx, userId)
      await eraseQuestions(tx, userId)
      await eraseKeepsakes(tx, userId)
    },
  })
