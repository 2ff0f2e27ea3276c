/** What people and other systems call the usual units, in lower case. */
const namesOfUnits: Readonly<Record<string, string>> = {
  each: 'ea, pc, pcs, pce, piece, pieces, unit, units, u, un, nos, no, qty, count, item, st, stk, stck, stück, stueck, ud, uds, unidad, unidades, pza, pzas, pz, pieza, piezas, pezzi, pièce, pièces, pce., pces, p, шт, szt, ks, kpl, kom, adet, 個, 个, 件, 개',
  m: 'mtr, mtrs, mts, meter, meters, metre, metres, metro, metros, mètre, mètres, lfm, lm, м',
  mm: 'millimeter, millimeters, millimetre, millimetres, mmt',
  kg: 'kgs, kgm, kilo, kilos, kilogram, kilograms, kilogramm, kilogramme, kilogrammes, кг',
  g: 'gr, grs, grm, gram, grams, gramm, gramme',
  l: 'ltr, lt, liter, liters, litre, litres, litro, litros',
  ml: 'mlt, milliliter, milliliters, millilitre, millilitres',
  ft: 'foot, feet, lf',
  in: 'inch, inches, inh',
  lb: 'lbs, lbr, pound, pounds',
  oz: 'onz, ounce, ounces',
  sheet: 'sheets, sht, blatt, bogen, feuille, hoja',
  roll: 'rolls, rl, rol, rolle, rollen, rouleau, rouleaux, rollo, rollos',
  pair: 'pairs, pr, paar, paire, par, pares',
  set: 'sets, satz, jeu, juego',
  hour: 'hours, h, hr, hrs, hur, std, stunde, stunden, heure, heures, hora, horas',
}

/** The usual unit that a name means, by the name in lower case. */
export const unitByName = new Map(
  Object.entries(namesOfUnits).flatMap(([unit, names]) =>
    names.split(', ').map((name): [string, string] => [name, unit]),
  ),
)
