import type { EventQuestion } from '@parley/contract'
import { type ReactNode, useCallback } from 'react'
import type { ShownLine } from '../../features/call/talk/chat.ts'
import { LineReports, QuestionReports } from '../../features/call/talk/questions/question-reports.ts'
import { ReportSheet } from '../../features/safety/report-sheet.tsx'

type About = { kind: 'question' | 'line'; id: string }

/** Reports what somebody wrote at an event; they may have no page of their own, so there is no way to block them here. */
function WordsReport({ from, about, onClose }: { from: string; about: About; onClose: () => void }) {
  return (
    <ReportSheet
      person={{ username: from }}
      about={about}
      ends={false}
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      onDone={() => undefined}
    />
  )
}

const questionReport = ({ id, from }: EventQuestion, onClose: () => void) => (
  <WordsReport from={from} about={{ kind: 'question', id }} onClose={onClose} />
)

/** Lets what people write at an event be reported: questions and lines of the chat. */
export function TalkReports({ slug, children }: { slug: string; children: ReactNode }) {
  const lineReport = useCallback(
    ({ id, from }: ShownLine, onClose: () => void) => (
      <WordsReport from={from} about={{ kind: 'line', id: `${slug}:${id}` }} onClose={onClose} />
    ),
    [slug],
  )
  return (
    <QuestionReports value={questionReport}>
      <LineReports value={lineReport}>{children}</LineReports>
    </QuestionReports>
  )
}
