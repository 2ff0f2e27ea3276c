// Only files have headers: no screen loads these names.

import { currencyOf, namedIn } from './decimals.ts'

const latinNames =
  '[Ee]uros?|EUROS?|[Ss]terling|STERLING|(?<!(?:per|PER) )(?:[Pp]ounds?|POUNDS?)|[Yy]en|YEN|[Kk]r|KR|SFr|[Ff]ranken|[Ff]rancs?|[Kk]ron(?:a|e|or|er|en)|[Pp]esos?|[Rr]upees?|[Rr]o?ubles?|[Rr]ubel|[Zz][Łł]|[Zz]łot(?:y|ych|e)|Kč|KČ|kč|[Kk]orun|[Ff]orint|[Ll]ei|LEI|[Ll]iras?|[Yy]uan|[Rr]enminbi|[Bb]aht|[Dd]irhams?|[Rr]iyals?|[Ss]hekels?|NIS|VNĐ|[đĐ]|[đĐ]ồng'
const otherNames =
  '[Рр]уб(?:л(?:ь|и|я|ей|ях))?|РУБ|[Гг]рн|ГРН|[Гг]рив(?:на|ні|ень)|[Лл]ева?|[Лл]в|ЛВ|[Тт]енге|ТЕНГЕ|[Сс]ўм|[Сс]ум|د\\.إ|ر\\.س|ج\\.م|د\\.ك|درهم|ريال|دينار|جنيه|ليرة|تومان|ریال|ש["״]?ח|บาท|원|元|圆|圓|円|人民[币幣元]|日元|欧元|歐元|港[元币幣]|ユーロ'
const currenciesInHeaders = [
  /(?<!\p{L})(?:US|CA|AU|NZ|HK|NT|MX|SG|[CARS])(?!¢)\p{Sc}|(?!¢)\p{Sc}/gu,
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${latinNames}|${otherNames})(?![\\p{L}\\p{N}])`, 'gu'),
  // Words that are currencies only in brackets or behind a comma: 'Fiyat (TL)', 'Цена, р.'.
  /(?<=[([（,] ?)(?:TL|Rs|Rp|RM|Fr|din|р)(?=\.?(?:[)\]）]|$))|(?<=(?:[Cc]ost|[Pp]rice) ?[([])R(?=[)\]])|(?<= )TL$/gu,
  // A price for a foot is none in forints, nor are '12 Ft'.
  /(?<![\p{L}\p{N}/]|\bper |\d )Ft(?![\p{L}\p{N}])/gu,
  /円(?=$|[)）\]/])|(?<=[千万价價格額额])元(?![\p{L}\p{N}])/gu,
]

const codes = /(?<![\p{L}\p{N}])[A-Z]{3}(?![\p{L}\p{N}])/gu

/** The currency in the header of a column: 'Cost (EUR)', 'Price €'. */
export function currencyInHeader(header: string): string | null {
  const text = header.slice(0, 300)
  const known = (text.match(codes) ?? []).filter((code) => currencyOf(`1 ${code}`) === code)
  return namedIn([...known, ...currenciesInHeaders.flatMap((names) => text.match(names) ?? [])])
}
