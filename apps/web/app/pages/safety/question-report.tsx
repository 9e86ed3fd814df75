import { type ReactNode, useCallback, useState } from 'react'
import { LineReports, QuestionReports } from '../../features/call/talk/questions/question-reports.ts'
import { ReportSheet } from '../../features/safety/report-sheet.tsx'

interface Words {
  /** The username of their author, who may have no page of their own: there is no way to block them here. */
  from: string
  about: { kind: 'question' | 'line'; id: string }
}

/**
 * Lets what people write at an event be reported: questions and lines of the chat. A report stays open until it is
 * sent or closed, also when the event ends and its chat closes.
 */
export function TalkReports({ slug, children }: { slug: string; children: ReactNode }) {
  const [reported, setReported] = useState<Words | null>(null)
  const reportQuestion = useCallback(
    ({ id, from }: { id: string; from: string }) => setReported({ from, about: { kind: 'question', id } }),
    [],
  )
  const reportLine = useCallback(
    ({ id, from }: { id: string; from: string }) =>
      setReported({ from, about: { kind: 'line', id: `${slug}:${id}` } }),
    [slug],
  )
  return (
    <QuestionReports value={reportQuestion}>
      <LineReports value={reportLine}>{children}</LineReports>
      {reported && (
        <ReportSheet
          person={{ username: reported.from }}
          about={reported.about}
          ends={false}
          open
          onOpenChange={isOpen => !isOpen && setReported(null)}
          onDone={() => undefined}
        />
      )}
    </QuestionReports>
  )
}
