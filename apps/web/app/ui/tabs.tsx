import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import css from './tabs.module.css'

export interface Tab {
  value: string
  name: string
  /** A short number after the name. */
  badge?: string | undefined
  badgeLabel?: string
  content: ReactNode
  /** Stays in the page while another tab is shown, with what is typed in it. */
  isKept?: boolean
}

export interface TabsProps {
  value: string
  onChange: (value: string) => void
  tabs: readonly Tab[]
}

/** Scrolls the chosen tab into view when there is no space for all tabs. */
function useChosenInSight(value: string) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value is another chosen tab.
  useEffect(() => {
    const row = list.current
    if (!row) return
    const centre = () => {
      const chosen = row.querySelector<HTMLElement>('[aria-selected="true"]')
      if (!chosen) return
      const fromLeft = chosen.getBoundingClientRect().left - row.getBoundingClientRect().left
      row.scrollLeft += fromLeft - (row.clientWidth - chosen.offsetWidth) / 2
    }
    centre()
    // The width changes when a phone is rotated.
    const watch = new ResizeObserver(centre)
    watch.observe(row)
    return () => watch.disconnect()
  }, [value])
  return list
}

/** Tabs with their panels. */
export function Tabs({ value, onChange, tabs }: TabsProps) {
  const list = useChosenInSight(value)
  return (
    <BaseTabs.Root value={value} onValueChange={next => onChange(String(next))}>
      <BaseTabs.List ref={list} className={css.list}>
        {tabs.map(tab => (
          <BaseTabs.Tab key={tab.value} value={tab.value} className={css.tab}>
            {tab.name}
            {tab.badge && (
              <span className={css.badge}>
                {tab.badge}
                {tab.badgeLabel && <span className="visually-hidden"> {tab.badgeLabel}</span>}
              </span>
            )}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map(tab => (
        <BaseTabs.Panel
          key={tab.value}
          value={tab.value}
          keepMounted={tab.isKept ?? false}
          className={css.panel}
        >
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
