import type { StaffRequest } from '@parley/contract'
import type { ReactNode } from 'react'
import { t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import { troubleWords } from './code-words.ts'
import css from './staff.module.css'
import { momentText } from './staff-words.ts'
import { onAirLines, whyLines } from './why-words.ts'

/** The ratings of both people, with the measurements of their pages. */
function Opinions({ opinions }: Pick<StaffRequest, 'opinions'>) {
  const figure = (value: number | null | undefined, unit = '') =>
    value === null || value === undefined ? '–' : `${value}${unit}`
  return (
    <section>
      <h3>{t('What the call was like')}</h3>
      <ul className={css.history}>
        {opinions.map(({ by, opinion, trouble, figures, at }) => (
          <li key={by}>
            {t('@{name}: {words}', { name: by, words: troubleWords(trouble ?? opinion) })}
            <p className={css.muted}>
              {t(
                '{at}: round trip {roundTrip}, lost {lost}, frozen {freezes} times, connected anew {restarts} times',
                {
                  at: momentText(at),
                  roundTrip: figure(figures.round_trip_ms, ' ms'),
                  lost: figure(figures.lost_permille, ' ‰'),
                  freezes: figure(figures.freezes),
                  restarts: figure(figures.restarts),
                },
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Why a call failed, or how it went: the answer, and the evidence from the record. */
export function WhyCard({ request, attendance }: { request: StaffRequest; attendance: ReactNode }) {
  const { answer, proofs } = whyLines(request)
  const onAir = onAirLines(request)
  return (
    <Card className={css.answer}>
      <h2>{request.outcome === null ? t('How it stands') : t('Why it ended')}</h2>
      <p className={css.lead}>{answer}</p>
      {proofs.length > 0 && (
        <ul>
          {proofs.map(proof => (
            <li key={proof}>{proof}</li>
          ))}
        </ul>
      )}
      {attendance}
      {onAir && (
        <>
          <ul>
            {onAir.map(line => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className={css.muted}>{t('Nothing is kept of who watched an event.')}</p>
        </>
      )}
      {request.opinions.length > 0 && <Opinions opinions={request.opinions} />}
    </Card>
  )
}
