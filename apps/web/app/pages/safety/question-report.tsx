import type { EventQuestion } from '@parley/contract'
import { ReportSheet } from '../../features/safety/report-sheet.tsx'

/** Reports a question at an event; who asked it may have no page of their own, so there is no way to block them here. */
export function QuestionReport({ question, onClose }: { question: EventQuestion; onClose: () => void }) {
  return (
    <ReportSheet
      person={{ username: question.from }}
      about={{ kind: 'question', id: question.id }}
      ends={false}
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      onDone={() => undefined}
    />
  )
}
