import type { ReactNode } from 'react'
import { PageBody } from '../../ui/page.tsx'
import {
  ButtonSamples,
  CardSamples,
  FieldSamples,
  RingSamples,
  SheetSample,
  StateSamples,
} from './component-samples.tsx'
import { ColourSamples, MeasureSamples, type Themes, TypeSamples } from './token-samples.tsx'

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="design-section">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** The design system, rendered with the components and tokens themselves. */
export function DesignPage({ themes }: { themes: Themes }) {
  return (
    <PageBody width="wide" className="design">
      <h1>Design system</h1>
      <p>
        One ring, one accent a screen, depth by hairline. What a screen needs is here; a colour or a size that
        is not does not belong on it.
      </p>
      <Section title="Ring">
        <RingSamples />
      </Section>
      <Section title="Buttons">
        <ButtonSamples />
      </Section>
      <Section title="Fields">
        <FieldSamples />
      </Section>
      <Section title="Sheets">
        <div className="design-row">
          <SheetSample />
        </div>
      </Section>
      <Section title="Cards, lists and tabs">
        <CardSamples />
      </Section>
      <Section title="Empty, wrong, done">
        <StateSamples />
      </Section>
      <Section title="Type">
        <TypeSamples tokens={themes.light} />
      </Section>
      <Section title="Spacing, corners, motion">
        <MeasureSamples tokens={themes.light} />
      </Section>
      <Section title="Colours">
        <ColourSamples {...themes} />
      </Section>
    </PageBody>
  )
}
