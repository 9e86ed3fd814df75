import { useRef, useState } from 'react'
import { useShownZone } from '../../../language/shown-zone.ts'
import { t } from '../../../language/text.ts'
import { serverNowMs } from '../../../store/server-clock.ts'
import { type EndedSale, mayReport, type Reporter } from './may-report.ts'
import { momentText, problemText } from './problem-text.ts'
import css from './report-problem.module.css'
import { SomethingWrong, type SomethingWrongProps } from './something-wrong.tsx'

interface ProblemStateProps extends Pick<SomethingWrongProps, 'variant' | 'isListed' | 'onReported'> {
  sale: EndedSale
  reporter: Reporter
}

/**
 * What became of the last problem with an ended call or place, and the button that reports one for as long as the
 * server accepts it. The sheet stays open while its reader reads the answer, even if the button has disappeared by
 * then.
 */
export function ProblemState({ sale, reporter, ...rest }: ProblemStateProps) {
  const zone = useShownZone()
  const paragraph = useRef<HTMLParagraphElement>(null)
  /** The answer to a report from here, until the page has read the request again. */
  const [answer, setAnswer] = useState<string | null>(null)
  const text = problemText(sale.problem, { isInfluencer: reporter.isInfluencer, zone }) ?? answer
  const isOffered = mayReport(sale, serverNowMs()) && (answer === null || sale.problem !== null)
  const again = sale.problem?.again ?? null
  if (!isOffered && text === null) return null
  return (
    <>
      {text !== null && (
        <p className={css.shown} tabIndex={-1} ref={paragraph}>
          {rest.isListed ? t('@{name}: {text}', { name: reporter.otherUsername, text }) : text}
        </p>
      )}
      <SomethingWrong
        {...reporter}
        {...rest}
        isAgain={sale.problem?.is_own ?? false}
        isByStaff={again?.by_staff ?? false}
        until={again ? momentText(again.until, zone) : null}
        isOffered={isOffered}
        onAnswer={setAnswer}
        focusNext={() => paragraph.current}
      />
    </>
  )
}
