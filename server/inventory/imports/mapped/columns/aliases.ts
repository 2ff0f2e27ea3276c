import type { RowType } from 'contract/inventory/imports.ts'

// A row for each field, with its names in all languages, best first.

const shared = {
  location: `Bin, Shelf, Storage Location, Bin Location, Stock Location, Warehouse, Bin No., Bin Code, Rack, Place, Storage Bin, Default Location, Default Storage Location, Default Storage Bin, Location Name, Location Code, Preferred Location, Storage, Aisle, Drawer, Whse, Lagerort, Lagerplatz, Lagerpl., Lagerfach, Regal, Fach, Emplacement, Rayon, Étagère, Casier, Lieu de stockage, Magasin, Ubicación, Ubicación de almacén, Almacén, Estante, Estantería, Ubicazione, Magazzino, Scaffale, Localização, Locatie, Magazijnlocatie, Opslaglocatie, Magazijn, Stelling, Schap, Место хранения, Склад, 保管場所, 棚番, Lagerplats, Hylla, Lagerplass, Lokation, Lokalizacja, Magazyn, Umístění, Sklad, Regál, Raf, Depo, Yer, Raktárhely, Raktár, Polc, Varasto, Hyllplats, Hylde, Hylle, 仓位, 库位, 위치, Item Location, Where, Where Kept, Where It Is, Where Is It, Kept In, Stored In, Stored At, Shelf Number, Bin Number, Rack Number, Drawer Number, Cupboard, Cabinet, Wo, Standort, Schrank, Schublade, Où, Rangement, Tiroir, Armoire, Dónde, Cajón, Armario, Waar, Plek, Plaats, Plank, Kast, Lade, Vak, Aisle/Bin, Shelf/Bin, Rack/Bin, Bin/Shelf, Aisle/Shelf, 棚, Local, Prateleira, Subinventory, Subinv, Locator, LOrt, SLoc, Stor. Loc., Storage Loc., Emplct, Emplac., Lpl., Shelf No., Ubic.`,
  cost: "Unit Cost, Cost Price, Purchase Price, Item Cost, Cost per Item, Buying Price, Standard Cost, Std Cost, Average Cost, Avg Cost, Average Unit Cost, Last Cost, Landed Cost, Purchase Cost, Buy Price, Cost/ea, Cost Each, Our Cost, Purchase Rate, Valuation Rate, Last Purchase Price, Supplier Price, Net Cost, Cost per Unit, Unit Cost Price, Average Landed Cost, Default Unit Cost, Default Purchase Price, Einkaufspreis, EK, EK-Preis, EK-Pr., EK netto, Einstandspreis, Kosten, Stückkosten, Prix d'achat, Prix d'achat HT, PA HT, Coût, Coût unitaire, Prix de revient, PUMP, Costo, Coste, Coste unitario, Costo unitario, Precio de compra, Precio de coste, Precio de costo, Prezzo d'acquisto, Prezzo di acquisto, Prezzo acquisto, Prezzo forn., Costo medio, Ultimo costo, Preço de custo, Purchases Unit Price, Inkoopprijs, Inkoopprijs excl. btw, Inkoopprijs excl., Inkoop, Kostprijs, Gemiddelde kostprijs, Закупочная цена, Цена закупки, Себестоимость, 原価, 仕入単価, Inköpspris, Innkjøpspris, Kostpris, Indkøbspris, Cena zakupu, Nákupní cena, Pořizovací cena, Alış Fiyatı, Maliyet, Beszerzési ár, Ostohinta, Custo, Custo unitário, 成本, 采购价, Buying Cost, Price Paid, Last Paid, Last Price Paid, We Pay, Bought For, Kaufpreis, Bezugspreis, Prix achat, Prix payé, Precio compra, Precio pagado, Aankoopprijs, Precio coste, Precio de coste unitario, P.A. HT, PA, Prix de revient unitaire, 仕入価格, 仕入値, Preço de compra, Alış, Last/Average Cost Price, Average Cost Price, Last Cost Price, Avg Land Price, Costo Promedio, Último Costo, Costo prom., Custo Médio, Preço Custo, EKP, Px achat, Standard Price, Moving Price, Moving Average Price, Gleitender Durchschnittspreis, Cena zakupu netto, Cena kartotekowa",
  retailPrice: `Retail, Price, Regular Price, Sale Price, Sales Price, Sell, Sell Price, Selling Price, List Price, MSRP, RRP, SRP, Our Price, Base Price, Default Sell Price, Selling Rate, Standard Selling Rate, Default Sales Price, Sell Each, Sale Rate, Verkaufspreis, VK, VK-Preis, VK-Pr., VK netto, VK brutto, Listenpreis, UVP, Preis, Endkundenpreis, Prix de vente, Prix de vente HT, Prix public, Prix, PV HT, Tarif, Precio de venta, Precio, PVP, Precio de lista, Prezzo, Prezzo di vendita, Preço de venda, Prezzo vendita, Prezzo di listino, Prezzo al pubblico, Listino, Listino 1, Sales Unit Price, Verkoopprijs, Verkoopprijs excl. btw, Verkoopprijs incl. btw, Adviesprijs, Consumentenprijs, Prijs, Розничная цена, Цена, 売価, Item Price, Försäljningspris, Utpris, Salgspris, Cena sprzedaży, Prodejní cena, Satış Fiyatı, Eladási ár, Myyntihinta, 销售价, Sell At, Sell For, Sells For, We Sell At, Ladenpreis, Prix vente, Precio venta, Winkelprijs, VP, P.V. TTC, PV TTC, P.V. HT, PV, PVP con IVA, 販売単価, 販売価格, 定価, Preço, Satış, VKP, Px vente, Preço Venda, Precio Público, Cena detaliczna`,
}

/** Names of a price for one, which may be what one asks or what one pays. */
export const unitPrices = `Unit Price, Einzelpreis, Stückpreis, Prix unitaire, PU HT, Precio unitario, Prezzo unitario, Preço unitário, Stukprijs, Styckpris, Cena jedn., Jednotková cena, Birim Fiyat, Birim Fiyatı, Egységár, Yksikköhinta, 単価, 单价, 단가`

/** Names of the unit of the quantities beside it. */
export const unitNames = `UOM, U/M, Unit of Measure, Units of Measure, Unit Of Measurement, Measure Unit, Stock UOM, Stock Unit, Base UOM, Base Unit, Inventory UOM, Inventory Unit, Einheit, Einh., ME, Mengeneinheit, Basismengeneinheit, BME, Basiseinheit, Lagereinheit, Unité, Unité de mesure, Unité de stock, Unidad, Unidad de medida, UM, U.M., Birim, Ölçü Birimi, J.m., Jm, Jednostka, Jednostka miary, MJ, Měrná jednotka, Enhet, Enhed, Egység, Mértékegység, Yksikkö, UdM, Unità, Unità di misura, Unidade, Unidade de medida, Eenheid, Ед. изм., Единица измерения, 単位, Measured In, Maßeinheit, Maateenheid, Un, BUn, Ud, Eenh, Unid, Unid., Base Unit of Measure, Primary UOM, Primary Unit of Measure, Default Unit of Measure`

/** How owners of small workshops head the names of their things. */
const byHand = `What It Is, What Is It, What, Part Desc., Teilebezeichnung, Was ist es, Was, Gegenstand, Nom de l'article, Nom de la pièce, C'est quoi, Pièce, Nombre del artículo, Nombre de la pieza, Qué es, Pieza, Wat is het, Wat, Onderdeel`

/** How a company calls its own numbers, beside those of makers and suppliers. */
export const ownNumbers =
  'Internal PN, Internal Part No, Internal Item Number, Internal Item No, Internal Code, Our Part No, Our PN, Our Item No, Our Item Number, Our Item Code, House PN, House Part Number, House Part No, ERP Number, ERP No, ERP Code, ERP PN, ERP Part Number, SAP Number, SAP No, Interne Artikelnr., Interne Artikelnummer, Interne Teilenummer, Interne Nr., Interne Nummer, Unsere Artikelnummer, Unsere Artikel-Nr., Unsere Teilenummer, Unsere Nr., Eigene Artikelnummer, Code interne, N° interne, Numéro interne, Notre référence, Notre réf., Notre code, Codice interno, Nostro codice, Nuestra referencia, Nuestro código, Interne code, Intern artikelnummer, Eigen artikelnummer, Ons artikelnummer'

/** Numbers that a program gives to its records, and nobody else knows. */
const idsOfPrograms = 'Item ID, Product ID, Inventory ID, Internal ID'

/** What one pays, as a price list of a supplier heads it. In Switzerland 'EP' is what one pays, elsewhere a price for one. */
const costs = 'Net Price, Your Price, Dealer Price, Nettopreis, Prix net, Precio neto, Prezzo netto, Nettoprijs, EP'

/**
 * Names that leave open which field is meant, by field: they are suggested like close names, and the preview says so. The unit price of an order to a
 * supplier is a cost.
 */
export const doubtfulNames: Partial<Record<RowType, Record<string, string>>> = {
  parts: { partNumber: idsOfPrograms, cost: costs, retailPrice: unitPrices },
  assemblies: { cost: costs, retailPrice: unitPrices },
  products: { cost: costs, retailPrice: unitPrices },
  stock: { itemNumber: idsOfPrograms },
}

const ofRecords = {
  parts: {
    ...shared,
    // Numbers of a maker stand last: they count if the list has no others.
    partNumber: `${ownNumbers}, Part No, Part #, P/N, SKU, Item Number, Part Code, Item Code, Stock Code, Material Number, Article Number, Number, Internal Part Number, Internal Reference, IPN, Part IPN, Product Code, Materialnummer, Variant Code / SKU, Item #, Item No., Part Num, Item SKU, Variant SKU, Product SKU, Seller SKU, Product Number, Product No., Catalog Number, Catalogue No., Cat #, Stock Number, Stock No., Item Name/Number, Inventory Number, Internal No., Material, Material Code, Component Number, Article, Article Code, Article No., Ref, Reference, Part Ref, Code, Teilenummer, Teile-Nr., Artikelnummer, Sachnummer, Art.-Nr., Artikel-Nr., Bestellnummer, Bauteilnummer, Ident-Nr., Artikel, Référence, Réf., Référence article, Code article, Référence interne, N° article, Numéro de pièce, Code produit, Referencia, Referencia interna, Código, Código de artículo, Número de parte, Número de pieza, N.º de pieza, Código de producto, Artículo, Codice, Codice articolo, Codice prodotto, Cod., Cod. articolo, Cod. art., Código do produto, Articolo, Artikelcode, Artikelnr., Art.nr., Productcode, Onderdeelnummer, Артикул, Обозначение, Номер детали, 品番, 部品番号, 型番, Artikelnummer, Artnr, Varenr., Varenummer, Vare, Indeks, Numer części, Číslo dílu, Číslo položky, Kód zboží, Stok Kodu, Parça No, Ürün Kodu, Malzeme Kodu, Cikkszám, Tuotenumero, Tuotekoodi, 物料编码, 料号, 품번, Art. No., Art. Code, Our Ref, Our Code, Our Number, Our Part Number, Stock Ref, Prod. No., Prod. Code, Part Nr., Item Nr., Teilenr., Teil-Nr., Lagernummer, N° de pièce, N° pièce, Réf. interne, Réf. produit, Nº de artículo, Ref. interna, Ref. artículo, Cód., Cód. artículo, Onderdeelnr., Ons nummer, Kod, 商品コード, 商品番号, Company Part Number, Product/Internal Reference, Item Reference, Código Interno, Kód, Code Art., Custom SKU, Default Code, Symbol, Numer katalogowy, MPN, Manufacturer Part Number, Part ID`,
    name: `Part Name, Item Name, Article Name, Product Name, Material Name, Description, Part Description, Item Description, Product/Service Name, Entry Name, Title, Ingredient, Zutat, Ingrédient, Ingrediente, Desc, Short Description, Product Description, Material Description, Display Name, Product, Stock Description, Sales Description, Bezeichnung, Bezeichn., Bez., Benennung, Benenn., Beschreibung, Artikelbezeichnung, Artikelname, Kurztext, Materialkurztext, Kurzbezeichnung, Produktname, Désignation, Designation, Libellé, Libelle, Libellé article, Nom, Nom du produit, Intitulé, Nombre, Descripción, Descripción del artículo, Denominación, Nombre del producto, Descrizione, Descrizione articolo, Denominazione, Descrição, Omschrijving, Artikelomschrijving, Naam, Productnaam, Benaming, Наименование, Название, 品名, 部品名, 名称, Benämning, Beteckning, Varebetegnelse, Betegnelse, Varenavn, Beskrivelse, Nazwa, Opis, Název, Popis, Stok Adı, Ürün Adı, Malzeme Adı, Parça Adı, Açıklama, Megnevezés, Nimi, Nimike, Kuvaus, 物料名称, 품명, Produto, 商品名, Product/Name, Ürün, Malzeme, Položka, Towar, Descrição do produto, Nazwa towaru, Artikelbez., ${byHand}, Part`,
    barcode: `EAN, UPC, GTIN, EAN-13, UPC-A, EAN Code, UPC Code, UPC/EAN, Barcode Number, Variant Barcode, Bar Code, Scan Code, Strichcode, GTIN/EAN, Code-barres, Code barre, Código de barras, Codice a barre, Cod. a barre, Streepjescode`,
    supplierName: `Supplier Name, Supp, Vendor, Vendor Name, Preferred Vendor, Preferred Supplier, Default Supplier, Main Supplier, Last Vendor, Default Vendor Name, Vendors/Vendor, Purchased From, Bought From, Distributor, Lieferant, Lieferantenname, Hauptlieferant, Lief., Liefer., Fournisseur, Nom du fournisseur, Fournisseur principal, Frs, Proveedor, Nombre del proveedor, Proveedor principal, Fornitore, Fornitore abituale, Fornecedor, Leverancier, Leveranciersnaam, Hoofdleverancier, Поставщик, 仕入先, Leverantör, Leverandør, Dostawca, Dodavatel, Tedarikçi, Beszállító, Szállító, Toimittaja, 供应商, 공급업체, Vend., Vend, Buy From, Supplied By, Ordered From, Who From, Where Bought, Gekauft bei, Bezogen von, Bezugsquelle, Händler, Acheté chez, Comprado a, Comprado en, Gekocht bij, Besteld bij, Pref Vendor, Pref. Vendor, Pref Supplier, Mfr / Supplier, Mfg / Supplier, Manufacturer / Supplier, Supplier / Mfr, Supplier / Manufacturer, Mfr / Vendor, Manufacturer / Vendor, Vendor / Manufacturer, Supplier / Vendor, Vendor / Supplier, Hersteller / Lieferant, Lieferant / Hersteller, Fabricant / Fournisseur, Fabricante / Proveedor, Preferred Vendor Name, 거래처`,
    supplierAccount: `Supplier Account, Supplier Account Number, Customer Number, Our Account, Vendor Account, Kundennummer, Kundennummer beim Lieferanten, N° client, Número de cliente`,
    stockLevel: `Qty, Stock, On Hand, Quantity On Hand, Qty On Hand, In Stock, Stock Quantity, Current Stock, Counted, Count, Counted Quantity, Gezählt, Zählung, Zählmenge, Compté, Comptage, Contado, Conteo, Contato, Conteggio, Geteld, Telling, QOH, SOH, OH, Stock on Hand, QTY OH, Inventory, Inventory Level, Available, Available Stock, Qty Available, Available Quantity, Units in Stock, Opening Stock, Initial Quantity On Hand, Variant Inventory Qty, Unrestricted, Unrestricted Stock, Balance, Stock Balance, Balance Qty, Actual Qty, Physical Qty, Total Stock, Total On Hand, Inventory Qty, Stock Qty, Free Stock, Real Stock, Have, Pieces, Pcs, Units, Menge, Bestand, Lagerbestand, Lagerbest., Anzahl, Anz., Stückzahl, Aktueller Bestand, Bestandsmenge, Verfügbar, Frei verwendbar, Stück, Quantité, Qté, Stock réel, Stock actuel, Quantité en stock, Qté en stock, En stock, Stock disponible, Stock physique, Stock théorique, Cantidad, Cant., Existencias, Existencia, Stock actual, Cantidad en stock, Cantidad disponible, Unidades, Disponible, Quantità, Q.tà, Giacenza, Giacenza attuale, Q.tà giacenza, Esistenza, Disponibilità, Quantidade, Estoque, Aantal, Voorraad, Werkelijke voorraad, Actuele voorraad, Vrije voorraad, Beschikbaar, Количество, Кол-во, Остаток, 数量, 在庫数, 在庫, Item Qty, Antal, Antall, Lagersaldo, Saldo, Beholdning, Lagerbeholdning, Ilość, Stan, Stan magazynowy, Množství, Skladem, Stav skladu, Zásoba, Miktar, Stok Miktarı, Mevcut, Készlet, Mennyiség, Varastosaldo, Määrä, 库存数量, 库存, 재고수량, On Shelf, How Many, How Many Left, We Have, Remaining, Qty Left, Number in Stock, Amount in Stock, Current Quantity, Stock Now, Auf Lager, Vorrat, Vorhanden, Wie viele, Ist-Bestand, Lagermenge, Combien, Nombre en stock, Nb en stock, Qté dispo, Il reste, Reste, Cuántos, Hay, Quedan, En existencia, Op voorraad, In voorraad, Hoeveel, Hoeveelheid, Aanwezig, Aantal op voorraad, Estoque atual, Saldo em estoque, Quantidade em estoque, 現在庫, 在庫数量, Stok, 수량, 재고, On Hand (current), Physical, Physical Stock, Qtde. Estoque, Qtd. Estoque, Qté stock, Frei verw., Stan mag.`,
    unit: unitNames,
    decimals: `Decimal Places, Dezimalstellen, Nachkommastellen, Décimales, Decimales, Decimali, Casas decimais, Decimalen`,
    hasLots: `Has Lots, Lot Tracked, Lot Tracking, Lot Controlled, Lot Control, Track Lots, Batch Tracked, Batch Tracking, Batch Managed, Has Batch No, Chargenpflicht, Chargenpflichtig, Chargenverwaltung, Suivi par lot, Gestion par lots, Gestione lotti, Partijen`,
    reorderThreshold: `Reorder Point, Reorder Pt, Reorder Level, Min Stock, Minimum Stock, Min Qty, Minimum, Min, Min. Level, Minimum Level, ROP, Min Stock Level, Minimum Before Reorder, Reorder At, Reorder Qty Point, Low Stock Alert, Min Stock Alert Level, Low Stock Level, Low Stock Threshold, Safety Stock, Minimum Quantity, Minimum Qty, Alert Quantity, Minimum On Hand, Par Level, Par, Trigger, Kanban Min, Backorder Level, Mindestbestand, Mindestbest., Min.-Bestand, Meldebestand, Meldebest., Mindestmenge, Sicherheitsbestand, Bestellpunkt, Stock minimum, Stock mini, Seuil, Seuil de réapprovisionnement, Seuil d'alerte, Stock de sécurité, Stock d'alerte, Point de commande, Stock mínimo, Punto de pedido, Punto de reorden, Cantidad mínima, Scorta minima, Scorta min., Punto di riordino, Estoque mínimo, Minimumvoorraad, Min. voorraad, Minimale voorraad, Bestelniveau, Bestelpunt, Min. quantity on stock, Beställningspunkt, Genbestillingspunkt, Bestillingspunkt, Stan minimalny, Minimální zásoba, Minimální stav, Min. zásoba, Asgari Stok, Minimum Stok, Kritik Stok, Minimum készlet, Hälytysraja, 発注点, 安全库存, 안전재고, Keep at Least, At Least, Reorder When, Order When, Order At, Order Below, Reorder Below, Minimum in Stock, Minimum to Keep, Mindestens, Nachbestellen bei, Nachbestellen ab, Mini, Qté mini, Quantité mini, Commander à, Mínimo, Mín., Pedir cuando, Minimaal, Min. aantal, Bestellen bij, Estoque mín., Estoque min, Reorder When Under, Order When Under, Reorder if Under, 最低在庫, 最小在庫, Mindestb., Stan min.`,
  },
  assemblies: {
    ...shared,
    assemblyNumber: 'Assembly No, Assembly #, Number',
    name: `Assembly Name, Item Name, Description, Name/Description, ${byHand}`,
  },
  products: {
    ...shared,
    sku: 'Product SKU, Variant SKU, Seller SKU, Product Code/SKU, Custom Label (SKU), Custom Label, Product Number, Item Number, Number, Product Code, Item Code, Item SKU, Item No., Default Code, Reference, Artikelnummer, Référence, Referencia',
    name: `Product Name, Item Name, Title, Description, Name/Description, ${byHand}`,
    category: 'Product Category, Categories, Product Type, Type',
    retailPrice: `${shared.retailPrice}, Variant Price, Current Price, Start Price`,
    shopifyProductId: 'Shopify ID',
  },
  vendors: {
    name: 'Vendor, Supplier, Company, Supplier Name, Company Name, Lieferant, Firma, Firmenname, Fournisseur, Société, Proveedor, Fornitore, Leverancier, Nombre, Razón social, Raison sociale, Ragione sociale, Nome, Nom, Naam, Bedrijfsnaam, Name 1, Nombre comercial, Contact Name',
    contactPerson: `Contact Name, Primary Contact, Ansprechpartner, Contacto, Persona de contacto, Contact, Contactpersoon, Kontakt, Referente`,
    email: `E-mail Address, Contact Email, Main Email, Mail, Correo, Correo electrónico, Courriel, Adresse e-mail, Adresse mail, Mél, E-Mail-Adresse, Posta elettronica`,
    phone: `Phone Number, Telephone, Tel, Main Phone, Telefon, Teléfono, Téléphone, Telefono, Telefone, Telefoon, Telefonnummer, Tel. No., Tél., Móvil`,
    website: 'Web, URL, Web Site, Página web, Sitio web, Site web, Sito web, Webseite, Homepage',
    accountNumber: 'Account, Account No, Kundennummer, N° client, Número de cliente, Our Account',
    paymentTerms: 'Terms, Zahlungsbedingungen, Zahlungsziel, Conditions de paiement',
    preferredShippingMethod: 'Preferred Shipping Method, Shipping Method',
    swiftCode: 'SWIFT, BIC, SWIFT/BIC',
    address: 'Adresse, Anschrift, Dirección, Indirizzo, Endereço, Adres, Domicilio',
    taxId: `VAT ID, VAT Number, EIN, USt-IdNr., USt-ID, N° TVA, CIF, NIF, NIF/CIF, RFC, Partita IVA, P. IVA, CNPJ, SIRET, BTW-nummer, Steuernummer, NIP, DIČ, Tax Number`,
    notes: `Note, Comments, Notas, Notizen, Bemerkung, Bemerkungen, Remarques, Observaciones, Note interne, Opmerkingen`,
  },
}

/** Other names that people use in their files for the fields of the catalogues. Browsers need none of them. */
export const aliases: Record<RowType, Record<string, string>> = {
  ...ofRecords,
  places: {},
  stock: {
    itemNumber: `${ofRecords.parts.partNumber}, Part Number, Assembly Number`,
    place: `Location, ${shared.location}`,
    lot: 'Lot Number, Lot No., Lot #, Lot ID, Lot/Serial, Lot/Serial Number, Batch, Batch Number, Batch No., Serial, Serial Number, Serial No., S/N, Charge, Chargennummer, Chargen-Nr., Los, Losnummer, Seriennummer, Serien-Nr., N° de lot, Numéro de lot, Numéro de série, Lote, Número de lote, Número de serie, Lotto, Numero di lotto, Partij, Partijnummer, Партия, Серийный номер, ロット, ロット番号',
    quantity: `Stock Level, ${ofRecords.parts.stockLevel}`,
    unitCost: `Cost, ${shared.cost}, ${unitPrices}`,
  },
}
